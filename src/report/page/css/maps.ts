/** Operations by checks, schema trees, the trend. */
export const maps = `
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
figure { margin: 0; } figcaption { font-size: .8125rem; margin-bottom: var(--s1); } .chart { display: block; width: 100%; max-width: 62rem; height: auto; overflow: visible; }
.chart text { font: 11px system-ui, sans-serif; fill: var(--soft); } .chart .grid { stroke: var(--line); stroke-width: 1; } .chart .axis { stroke: var(--soft); }
.chart .error { fill: var(--bad); } .chart .warning { fill: var(--warn); } .chart .info { fill: var(--info); } .chart .accepted { fill: var(--soft); opacity: .5; } .chart .none { fill: none; stroke: var(--soft); stroke-dasharray: 3 3; }
.chart .cut { stroke: var(--mark); stroke-width: 1.5; stroke-dasharray: 2 2; } .chart .cut-name { fill: var(--mark); }
.chart polyline { fill: none; stroke: var(--info); stroke-width: 2; } .chart .statuses { stroke: var(--good); stroke-dasharray: 7 3; } .chart .properties { stroke: var(--warn); stroke-dasharray: 2 3; } .chart .p95 { stroke: var(--warn); stroke-dasharray: 5 3; }
.legend i.swatch { height: .7rem; width: 1.1rem; } .legend .error { background: var(--bad); } .legend .warning { background: var(--warn); } .legend .info { background: var(--info); } .legend .grey { background: var(--soft); opacity: .5; } .legend .cut { border-left: 2px dashed var(--mark); border-radius: 0; width: 2px; }
.legend .operations { border-top: 2px solid var(--info); height: 0; border-radius: 0; } .legend .statuses { border-top: 2px dashed var(--good); height: 0; border-radius: 0; } .legend .properties { border-top: 2px dotted var(--warn); height: 0; border-radius: 0; } .legend .p95 { border-top: 2px dashed var(--warn); height: 0; border-radius: 0; }
.runs { width: 100%; font-size: .8125rem; } .runs :is(td, th) { border-top: 1px solid var(--line); } .runs tr:target { background: var(--info-box); }
.notes { font-size: .8125rem; display: grid; gap: var(--s1); }
@media (max-width: 44rem) { .map th[scope=row] { white-space: normal; min-width: 9rem; max-width: 11rem; } }
@media print { .map th[scope=row] { white-space: normal; } .map td, .legend i, .chart * { print-color-adjust: exact; } .map { font-size: .7rem; } .map th[scope=row] { min-width: 0; position: static; } .map thead th { min-width: 0; } .map td { min-width: 0; } }
`
