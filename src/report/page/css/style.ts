/** Sizes and colors, see docs/design.md. Each color has a meaning; boxes use a paler shade. */
const tokens = `
:root { color-scheme: light dark;
  --ink: #15181d; --soft: #545e6b; --line: #d9dfe6; --paper: #fff; --box: #f5f7f9;
  --bad: #b3261e; --bad-box: #fdf0ef; --warn: #855100; --warn-box: #fdf5e6; --good: #1a6b3b; --good-box: #eaf6ef;
  --info: #1f58a5; --info-box: #edf3fc; --mark: #8250df;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  --s1: .25rem; --s2: .5rem; --s3: .75rem; --s4: 1rem; --s5: 1.5rem; --s6: 2.5rem; --round: .5rem; }
@media (prefers-color-scheme: dark) { :root {
  --ink: #e8ebef; --soft: #9ba5b1; --line: #2d343d; --paper: #0f1317; --box: #171c22;
  --bad: #ff8d83; --bad-box: #2b1716; --warn: #f0b660; --warn-box: #2a2112; --good: #6fd098; --good-box: #12251b;
  --info: #8fbaff; --info-box: #141f32; --mark: #c6a8ff; } }
@media print { :root { color-scheme: light; --ink: #000; --soft: #444; --line: #bbb; --paper: #fff; --box: #f4f4f4;
  --bad: #b3261e; --bad-box: #fdf0ef; --warn: #855100; --warn-box: #fdf5e6; --good: #1a6b3b; --good-box: #eaf6ef;
  --info: #1f58a5; --info-box: #edf3fc; --mark: #6b3fbf; } }
`

const site = `
.apis { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 23rem), 1fr)); gap: var(--s3); }
.api { display: grid; gap: var(--s2); align-content: start; min-width: 0; padding: var(--s3) var(--s4); border: 1px solid var(--line); border-left: .3rem solid var(--tone); border-radius: var(--round); --tone: var(--soft);
  content-visibility: auto; contain-intrinsic-size: auto 11rem; }
.api > * { min-width: 0; } .api.failed { --tone: var(--bad); } .api.clean { --tone: var(--good); } .api:is(.could-not-check, .inconclusive, .findings, .partial) { --tone: var(--warn); }
.api.old { --tone: var(--soft); } .api .head { justify-content: space-between; flex-wrap: nowrap; } .api h2 { font-size: 1rem; min-width: 0; } .api h2 a { color: inherit; }
.verdict-tag { color: var(--tone); border-color: var(--tone); flex: none; } .verdict.old { --tone: var(--soft); --tone-box: var(--box); } .tag.stale { color: var(--warn); border-color: var(--warn); }
.api .run-word { position: absolute; clip-path: inset(50%); white-space: nowrap; }
.links { display: flex; gap: var(--s1) var(--s4); flex-wrap: wrap; } #search { display: flex; gap: var(--s2); align-items: center; flex: 1 1 16rem; max-width: 30rem; color: var(--soft); } #search input { flex: 1; }
.versions { display: grid; gap: var(--s3); } .versions > li { border-left: 2px solid var(--mark); padding-left: var(--s3); } .site-lines { display: grid; gap: .1rem; padding: var(--s1) 0 var(--s1) 1.1rem; font-size: .8125rem; }
.runs.of-api { min-width: 46rem; } .runs details > summary { font-size: .8125rem; color: var(--soft); }
@media print { .api { content-visibility: visible; break-inside: avoid; } #search { display: none; } .runs.of-api { min-width: 0; } }
`

const maps = `
.map { border-spacing: 2px; border-collapse: separate; font-size: .8125rem; } .map th[scope=row] { position: sticky; left: 0; background: var(--paper); white-space: nowrap; padding-right: var(--s3); }
.map thead th:not(:first-child) { writing-mode: vertical-rl; transform: rotate(180deg); white-space: nowrap; padding: var(--s2) .3rem; line-height: 1.2; } .map thead th { vertical-align: bottom; } .map thead th:first-child { text-align: left; }
.map td { padding: 0; text-align: center; background: var(--box); border-radius: .2rem; color: var(--soft); min-width: 1.7rem; } .map td > :is(a, span) { display: block; padding: .15rem .35rem; color: inherit; text-decoration: none; border-radius: .2rem; }
.map .passed { background: var(--good-box); color: var(--good); } .map .failed { background: var(--bad); color: var(--paper); font-weight: 700; } .map .failed a { text-decoration: underline; }
.map .warned { background: var(--warn-box); color: var(--warn); font-weight: 700; outline: 1px solid var(--warn); outline-offset: -1px; } .map .noted { background: var(--info-box); color: var(--info); }
.map .accepted { background: var(--box); color: var(--ink); outline: 1px dashed var(--soft); outline-offset: -1px; } .map .none { background: none; outline: 1px solid var(--line); outline-offset: -1px; }
.legend { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s4); font-size: .75rem; color: var(--soft); align-items: center; } .legend span { display: inline-flex; gap: .35rem; align-items: center; }
.legend i { display: inline-grid; place-items: center; width: 1.4rem; height: 1.2rem; border-radius: .2rem; font-style: normal; font-size: .75rem; }
.legend .passed { background: var(--good-box); color: var(--good); } .legend .failed { background: var(--bad); color: var(--paper); } .legend .warned { background: var(--warn-box); color: var(--warn); outline: 1px solid var(--warn); }
.legend .accepted { outline: 1px dashed var(--soft); } .legend .noted { background: var(--info-box); color: var(--info); } .legend .none { outline: 1px solid var(--line); }
.tree details { border-top: 1px solid var(--line); } .tree > details > summary, .schema > details > summary { padding: .3rem 0; }
.schema { border: 1px solid var(--line); border-radius: var(--round); padding: 0 var(--s3); } .schema > details:first-child { border-top: 0; } .schema > details { border-top: 1px solid var(--line); }
.schema > details > summary { display: flex; flex-wrap: wrap; gap: 0 var(--s3); align-items: baseline; } .schema table { width: 100%; margin: 0 0 var(--s3); font-size: .8125rem; }
.schema .counts { margin-left: auto; color: var(--soft); font-size: .8125rem; } .schema :is(td, th) { border-top: 1px solid var(--line); } .schema thead :is(th) { border-top: 0; }
.schema .unseen { color: var(--soft); } .schema .unseen th code { text-decoration: underline dotted; } .schema td { font-variant-numeric: tabular-nums; }
.depth-1 { padding-left: 1rem; } .depth-2 { padding-left: 2rem; } .depth-3 { padding-left: 3rem; } .depth-4 { padding-left: 4rem; } .depth-5 { padding-left: 5rem; }
.value { border: 1px solid var(--line); border-radius: .25rem; padding: 0 .3rem; font: .75rem/1.5 var(--mono); display: inline-block; margin: .05rem .2rem .05rem 0; } .value.never { border-style: dashed; color: var(--soft); }
.status-200 { color: var(--good); } .status-400 { color: var(--warn); } .status-500 { color: var(--bad); } .status-0 { color: var(--soft); }
figure { margin: 0; } figcaption { font-size: .8125rem; margin-bottom: var(--s1); } .chart { display: block; max-width: 100%; height: auto; }
.chart text { font: 11px system-ui, sans-serif; fill: var(--soft); } .chart .grid { stroke: var(--line); stroke-width: 1; } .chart .axis { stroke: var(--soft); }
.chart .error { fill: var(--bad); } .chart .warning { fill: var(--warn); } .chart .info { fill: var(--info); } .chart .accepted { fill: var(--soft); opacity: .5; } .chart .none { fill: none; stroke: var(--soft); stroke-dasharray: 3 3; }
.chart .cut line { stroke: var(--mark); stroke-width: 1.5; stroke-dasharray: 2 2; } .chart .cut.release line { stroke: var(--info); stroke-dasharray: none; } .chart .cut text { fill: var(--mark); } .chart .cut.release text { fill: var(--info); }
.chart :is(polyline, circle) { fill: none; stroke: var(--info); stroke-width: 2; } .chart circle { stroke: none; fill: var(--info); } .chart polyline.statuses { stroke: var(--good); stroke-dasharray: 7 3; } .chart polyline.properties { stroke: var(--warn); stroke-dasharray: 2 3; } .chart polyline.p95 { stroke: var(--warn); stroke-dasharray: 5 3; } .chart circle.statuses { fill: var(--good); } .chart circle:is(.properties, .p95) { fill: var(--warn); }
.charts { display: grid; gap: var(--s3) var(--s5); } @media (min-width: 64rem) { .charts.few { grid-template-columns: repeat(2, minmax(0, 1fr)); } } .charts > * { min-width: 0; }
.chart text.fresh { fill: var(--mark); font-weight: 600; }
.spark { width: 6.5rem; height: 1.4rem; } .spark polyline { fill: none; stroke: var(--info); stroke-width: 1.5; } .spark circle { fill: var(--info); }
.times h3 { font-size: .875rem; } .times .rows { border: 1px solid var(--line); border-radius: var(--round); } .times .rows > * + * { border-top: 1px solid var(--line); } .times summary, .plain-rows > div { padding: .3rem var(--s3); } .times details { min-width: 0; } .times .rows > details > figure { padding: 0 var(--s3) var(--s3); }
.time { display: inline-grid; grid-template-columns: minmax(0, 1fr) 6.5rem 6rem 6rem 10rem; gap: 0 var(--s3); align-items: center; width: calc(100% - 1.2rem); font-size: .8125rem; font-variant-numeric: tabular-nums; vertical-align: middle; } .plain-rows .time { grid-template-columns: minmax(0, 1fr) 6rem 6rem 10rem; width: 100%; } .time code { overflow-wrap: anywhere; } .slower { color: var(--warn); font-weight: 600; }
.legend i.swatch { height: .7rem; width: 1.1rem; } .legend .error { background: var(--bad); } .legend .warning { background: var(--warn); } .legend .info { background: var(--info); } .legend .grey { background: var(--soft); opacity: .5; } .legend i.contract { border-left: 2px dashed var(--mark); border-radius: 0; width: 2px; } .legend i.release { border-left: 2px solid var(--info); border-radius: 0; width: 2px; } .legend i.fresh { display: none; } .legend span:has(> .fresh) { color: var(--mark); }
.legend .operations { border-top: 2px solid var(--info); height: 0; border-radius: 0; } .legend .statuses { border-top: 2px dashed var(--good); height: 0; border-radius: 0; } .legend .properties { border-top: 2px dotted var(--warn); height: 0; border-radius: 0; } .legend .p95 { border-top: 2px dashed var(--warn); height: 0; border-radius: 0; }
.runs { width: 100%; font-size: .8125rem; } .runs :is(td, th) { border-top: 1px solid var(--line); } .runs tr:target { background: var(--info-box); }
.notes { font-size: .8125rem; display: grid; gap: var(--s1); }
@media (max-width: 44rem) { .chart { max-width: none; } .chart-box:not(.few) { direction: rtl; } .chart-box svg { direction: ltr; } .time { grid-template-columns: repeat(3, auto); justify-content: start; } .time code { grid-column: 1 / -1; } .time .spark { display: none; } .plain-rows .time { grid-template-columns: repeat(3, auto); } .map th[scope=row] { white-space: normal; min-width: 9rem; max-width: 11rem; } }
@media print { .map th[scope=row] { white-space: normal; } .map td, .legend i, .chart * { print-color-adjust: exact; } .map { font-size: .7rem; } .map th[scope=row] { min-width: 0; position: static; } .map thead th { min-width: 0; } .map td { min-width: 0; } }
`

const firstScreen = `
.top { gap: var(--s3); }
.verdict { display: grid; gap: var(--s3); padding: var(--s4); border: 1px solid var(--tone); border-left-width: .4rem; border-radius: var(--round); background: var(--tone-box); --tone: var(--soft); --tone-box: var(--box); }
.verdict.failed { --tone: var(--bad); --tone-box: var(--bad-box); } .verdict.clean { --tone: var(--good); --tone-box: var(--good-box); }
.verdict:is(.inconclusive, .could-not-check, .findings, .partial) { --tone: var(--warn); --tone-box: var(--warn-box); }
.verdict h1 span { color: var(--tone); } .verdict > * { min-width: 0; }
.answers { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: var(--s3) var(--s5); }
.answers dt { color: var(--soft); font-size: .75rem; } .answers li + li { margin-top: .1rem; }
.answers dd a { color: inherit; } .answers code { font-weight: 600; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: var(--s2); }
.tile { display: block; border: 1px solid var(--line); border-radius: var(--round); padding: var(--s2) var(--s3); color: var(--soft); font-size: .8125rem; text-decoration: none; }
a.tile:hover { border-color: var(--soft); background: var(--box); }
.tile b { display: block; font-size: 1.375rem; line-height: 1.2; color: var(--ink); font-variant-numeric: tabular-nums; } .tile i { font-style: normal; color: var(--ink); }
.tile.bad b { color: var(--bad); } .tile.warn b { color: var(--warn); } .tile.good b { color: var(--good); }
.facts { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s4); font-size: .8125rem; }
.facts div { display: flex; gap: .35rem; min-width: 0; } .facts dt { color: var(--soft); flex: none; }
.lower { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1.4fr); gap: var(--s3) var(--s5); align-items: end; }
.lower > :only-child { grid-column: 1 / -1; } .lower h2 { font-size: .75rem; font-weight: 400; color: var(--soft); margin-bottom: var(--s1); }
.strip { display: flex; gap: .2rem; height: 1.75rem; align-items: end; } .strip li { flex: 0 1 .75rem; min-width: .2rem; height: 100%; display: flex; align-items: end; }
.strip a, .strip span.run { display: block; width: 100%; border-radius: .15rem; background: var(--good); height: 60%; }
.strip .drift { background: var(--bad); height: 100%; } .strip .outage { background: none; border: 1px dashed var(--soft); height: 60%; }
.strip :is(.inconclusive, .findings) { background: var(--warn); height: 80%; } .strip a:hover { outline: 2px solid var(--ink); outline-offset: 1px; }
.strip li:last-child > :is(a, span) { box-shadow: 0 .2rem 0 -.05rem var(--ink); }
.coverage { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: var(--s2) var(--s4); font-size: .8125rem; }
.coverage svg, .meter { display: block; width: 100%; height: .375rem; margin-top: var(--s1); border-radius: 1rem; background: var(--line); overflow: hidden; } .coverage rect, .meter rect { fill: var(--info); }
.coverage .low { fill: var(--bad); }
@media (max-width: 44rem) { .lower { grid-template-columns: minmax(0, 1fr); } .tiles { grid-template-columns: repeat(3, minmax(0, 1fr)); } .tile { padding: var(--s2); } .answers { grid-template-columns: minmax(0, 1fr); } }
@media print { .strip *, .coverage rect, .verdict { print-color-adjust: exact; } }
`

const findings = `
.tools { display: flex; flex-wrap: wrap; gap: var(--s2); align-items: end; padding: var(--s3); background: var(--box); border-radius: var(--round); }
.tools label { display: grid; gap: .1rem; font-size: .75rem; color: var(--soft); min-width: 0; flex: 0 1 9rem; } .tools label:first-child { flex: 1 1 16rem; }
.tools :is(input, select) { font-size: .875rem; width: 100%; height: 2.125rem; }
.state { display: flex; flex-wrap: wrap; gap: var(--s2); align-items: center; }
.group { border: 1px solid var(--line); border-radius: var(--round); } .group + .group { margin-top: var(--s2); }
.group > summary { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s2); align-items: baseline; padding: var(--s2) var(--s3); background: var(--box); border-radius: var(--round); }
.group[open] > summary { border-radius: var(--round) var(--round) 0 0; border-bottom: 1px solid var(--line); } .group > summary h3 { font: 600 .8125rem/1.5 var(--mono); min-width: 0; }
.group > summary .counts { margin-left: auto; font-size: .8125rem; color: var(--soft); }
summary { list-style: none; } summary::-webkit-details-marker { display: none; }
summary::before { content: '▸'; color: var(--soft); font-size: .75rem; flex: none; display: inline-block; width: .75rem; } details[open] > summary::before { content: '▾'; }
.rest > summary { padding: var(--s2) var(--s3); color: var(--soft); font-size: .8125rem; } .rest { border-top: 1px solid var(--line); } .rest:first-child { border-top: 0; }
.alike > details > .rest { padding-left: var(--s4); }
.finding { border-top: 1px solid var(--line); } :is(.lines, .rest) > .finding:first-child { border-top: 0; }
.rest > .finding { border-top: 1px solid var(--line) !important; }
.finding > details > summary { display: flex; gap: var(--s2); align-items: baseline; padding: .4rem var(--s3); }
.finding > details > summary:hover { background: var(--box); }
.line { display: flex; gap: var(--s2); align-items: baseline; min-width: 0; flex: 1; }
.what { min-width: 0; flex: 1; } .what code { font-weight: 600; }
.finding > details:not([open]) .what { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.when { flex: none; display: flex; gap: var(--s2); align-items: baseline; font-size: .8125rem; color: var(--soft); max-width: 45%; }
.tag.hits { border-color: var(--bad); color: var(--ink); max-width: 14rem; overflow: hidden; text-overflow: ellipsis; } .tag.new, .tag.regressed { border-color: var(--mark); color: var(--mark); } .tag.expired { border-color: var(--warn); color: var(--warn); } .tag.live { border-color: var(--info); color: var(--info); }
.finding.accepted .sign { opacity: .55; } .finding:target, .finding.target { box-shadow: inset .2rem 0 0 var(--info); }
.card { padding: var(--s1) var(--s3) var(--s4) 1.9rem; display: grid; gap: var(--s3); } .card > * { min-width: 0; }
.card dl.more { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: var(--s1) var(--s3); font-size: .8125rem; } .card dl.more dt { color: var(--soft); }
.why { display: grid; gap: var(--s1); max-width: 62rem; }
.more-button { margin: var(--s2) var(--s3); }
.many .group { content-visibility: auto; contain-intrinsic-size: auto 3rem; }
.plain { font-size: .75rem; }
@media (max-width: 44rem) { .line { flex-wrap: wrap; } .what { flex: 1 1 calc(100% - 2rem); } .finding > details:not([open]) .what { white-space: normal; } .when { max-width: 100%; flex-wrap: wrap; padding-left: 1.4rem; } .card { padding-left: var(--s3); } .card dl.more { grid-template-columns: minmax(0, 1fr); }
  .tools label, .tools label:first-child { flex: 1 1 8rem; } .tools label:first-child { flex-basis: 100%; } .group > summary .counts { margin-left: 0; } }
@media print { .finding > details::details-content, .group::details-content, .alike > details::details-content { content-visibility: visible; block-size: auto; }
  .card { padding-bottom: var(--s2); } .finding > details > summary, .group > summary { break-after: avoid; break-inside: avoid; } .many .group { content-visibility: visible; }
  .finding > details:not([open]) .what { white-space: normal; } summary::before { content: '' !important; width: 0 !important; } }
`

const evidence = `
.panes { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: var(--s3); align-items: start; }
.pane { border: 1px solid var(--line); border-radius: var(--round); min-width: 0; overflow: hidden; background: var(--paper); }
.pane > header { display: flex; flex-wrap: wrap; gap: 0 var(--s2); padding: var(--s1) var(--s3); background: var(--box); border-bottom: 1px solid var(--line); font-size: .75rem; color: var(--soft); align-items: baseline; }
.pane > header h4 { color: var(--ink); font-size: .75rem; } .pane > header code { font-size: .75rem; } .pane > header .status { font-weight: 600; color: var(--ink); }
.code { font: .8125rem/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; padding: var(--s1) 0; }
.code > span, .code > summary, .code details > span, .code summary { display: block; padding: 0 var(--s3); min-height: 1.5em; } .code summary { color: var(--soft); } .code summary::before { width: .9em; }
.code span:has(> .no) { padding-left: calc(var(--s3) + 4em); text-indent: -4em; } .code .no, .code mark { text-indent: 0; }
.pane .no { display: inline-block; min-width: 3.2em; margin-right: var(--s2); color: var(--soft); text-align: right; user-select: none; }
.hit { background: var(--bad-box); color: var(--bad); font-weight: 600; box-shadow: inset .2rem 0 0 var(--bad);  } .hit .no { color: inherit; }

.hit .expected { font-weight: 400; } .was { background: var(--bad-box); box-shadow: inset .2rem 0 0 var(--bad);  } .is { background: var(--good-box); box-shadow: inset .2rem 0 0 var(--good);  }
mark { background: none; color: inherit; font-weight: 700; outline: 1px solid currentColor; outline-offset: 1px; border-radius: .15rem; }
.was mark { color: var(--bad); } .is mark { color: var(--good); }
.k { color: var(--info); } .s { color: var(--good); } .n { color: var(--mark); } .hit :is(.k, .s, .n) { color: inherit; }
.pane table { width: 100%; font-size: .8125rem; } .pane details.fold { border-top: 1px solid var(--line); } .pane details.fold > summary { padding: var(--s1) var(--s3); font-size: .75rem; color: var(--soft); }
.pane details.fold dl { display: grid; grid-template-columns: minmax(6rem, auto) minmax(0, 1fr); gap: 0 var(--s3); padding: 0 var(--s3) var(--s2); font: .75rem/1.5 var(--mono); } .pane details.fold dt { color: var(--soft); }
.act { display: flex; flex-wrap: wrap; gap: var(--s2); } .act :is(button, .button) { font-size: .8125rem; }
.pair { display: grid; gap: var(--s1); font-size: .8125rem; } .pair pre { background: var(--box); border-radius: var(--round); padding: var(--s2) var(--s3); }
@media print { .hit, .was, .is { print-color-adjust: exact; } .panes { grid-template-columns: 1fr 1fr; } .code, .pane table { font-size: .6875rem; line-height: 1.35; } .code > span { min-height: 0; } .pane details.fold, .pair { display: none; } }
.branches th[scope=row] { white-space: nowrap; } .branches :is(td, th) { border-top: 1px solid var(--line); overflow-wrap: anywhere; } .branches thead th { border-top: 0; } .branches .nearest { background: var(--info-box); }
@media (max-width: 44rem) { .branches th[scope=row] { white-space: normal; min-width: 6rem; } }
`

const base = `
*, ::before, ::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 4rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: .875rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 0; letter-spacing: -.01em; } h2 { font-size: 1.125rem; margin: 0; line-height: 1.3; }
h3 { font-size: .9375rem; margin: 0; } h4 { font-size: .8125rem; margin: 0; color: var(--soft); font-weight: 600; }
h1, h2, h3, h4 { overflow-wrap: anywhere; text-wrap: balance; }
p { margin: 0; } ul, ol { margin: 0; padding: 0; list-style: none; } dl, dd { margin: 0; min-width: 0; }
.soft { color: var(--soft); } .small { font-size: .8125rem; } b { font-weight: 600; }
a { color: var(--info); text-underline-offset: .15em; text-decoration-thickness: .06em; }
code, pre, .mono { font: .8125rem/1.5 var(--mono); overflow-wrap: anywhere; } pre { margin: 0; white-space: pre-wrap; }
:focus-visible { outline: 2px solid var(--info); outline-offset: 2px; border-radius: .2rem; }
summary { cursor: pointer; }
.vh { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -99rem; } .skip:focus { left: var(--s4); top: var(--s2); z-index: 3; background: var(--paper); padding: var(--s2) var(--s3); }
.bar { position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: var(--s1) var(--s4); padding: var(--s2) max(var(--s4), calc(50% - 38rem));
  background: var(--paper); border-bottom: 1px solid var(--line); }
.bar > b { font-size: .9375rem; } .bar > span { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 18rem; }
.bar ul { display: flex; gap: .1rem; } .bar nav { overflow-x: auto; scrollbar-width: none; margin-left: auto; }
.bar li a { display: block; padding: .3rem .6rem; border-radius: var(--round); color: var(--soft); text-decoration: none; white-space: nowrap; }
.bar li a:hover { background: var(--box); color: var(--ink); }
main { max-width: 78rem; margin: 0 auto; padding: var(--s4) var(--s4) var(--s6); display: grid; gap: var(--s6); }
main > * { min-width: 0; } .block { display: grid; gap: var(--s3); } .block > * { min-width: 0; }
.head { display: flex; flex-wrap: wrap; align-items: baseline; gap: var(--s1) var(--s4); } .head p { min-width: 0; }
footer { max-width: 78rem; margin: 0 auto; padding: var(--s4); color: var(--soft); border-top: 1px solid var(--line); }
input, select, button, .button { font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: var(--round); padding: .3rem .6rem; max-width: 100%; min-width: 0; }
input, select { border-color: color-mix(in srgb, var(--soft) 70%, var(--paper)); }
button, .button { cursor: pointer; text-decoration: none; display: inline-block; } button:hover, .button:hover { background: var(--box); border-color: var(--soft); }
table { border-collapse: collapse; } th, td { text-align: left; vertical-align: top; padding: var(--s1) var(--s2); font-weight: 400; }
thead th { color: var(--soft); font-size: .75rem; }
.wide { position: relative; overflow-x: auto; } .wide:focus-visible { outline-offset: -2px; }
.tag { display: inline-block; padding: 0 .45rem; border: 1px solid var(--line); border-radius: 1rem; font-size: .75rem; line-height: 1.5; color: var(--soft); white-space: nowrap; }
.method { font: 600 .75rem/1.5 var(--mono); border: 1px solid var(--line); border-radius: .25rem; padding: 0 .35rem; background: var(--paper); }
.sign { font-weight: 700; font-family: system-ui, sans-serif; } .error .sign, .sign.error { color: var(--bad); } .warning .sign, .sign.warning { color: var(--warn); } .info .sign, .sign.info { color: var(--info); }
@media (max-width: 44rem) { .bar { flex-wrap: wrap; position: static; } .bar nav { margin-left: 0; width: 100%; } .bar ul { flex-wrap: wrap; } .wide::before { content: '↔ scroll sideways'; display: block; position: sticky; left: 0; width: max-content; font-size: .75rem; color: var(--soft); } main { padding: var(--s3) var(--s3) var(--s6); gap: var(--s5); } h1 { font-size: 1.25rem; } }
#listed { display: none; } @media (scripting: none) { #listed { display: block; } }
@media print { html { font-size: 11px; } main, footer { max-width: none; padding: 0; }
  main, .block, .card, .top, .verdict, .versions { display: block; } main > * + *, .block > * + *, .card > * + *, .verdict > * + * { margin-top: var(--s3); }
  #listed { display: block;} #findings:has(+ #listed) { display: none; } .bar nav, .skip, .act, .tools, button { display: none !important; }
  .bar { position: static; padding: var(--s2) 0; } .wide { overflow: visible; } h2, h3, h4, summary { break-after: avoid; } }
`

/** Style sheet of all pages: report, changelog and site. */
export const style = [tokens, base, firstScreen, findings, evidence, maps, site].join('')
