/** The style sheet of the HTML report. */
export const style = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --paper: #fff; --box: #f6f8fa;
  --error: #b3261e; --warning: #8a5300; --info: #0b5c8a; --good: #1a7f37; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9aa4ae; --line: #3a424b; --paper: #0f1419;
  --box: #1a2027; --error: #ff8a80; --warning: #ffc66b; --info: #7cc7f2; --good: #6fdd8b; } }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0 auto; padding: 1.5rem; max-width: 72rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; font-weight: 400; margin: 0; display: inline; overflow-wrap: anywhere; }
p { margin: .4rem 0; } .soft { color: var(--soft); } a { color: var(--info); }
:focus-visible { outline: 2px solid var(--info); outline-offset: 2px; }
.verdict { border-left: .4rem solid var(--good); padding: .75rem 1rem; background: var(--box); }
.verdict.failed { border-color: var(--error); } .verdict.inconclusive { border-color: var(--warning); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: .75rem 0 0; padding: 0; list-style: none; }
code, pre { font: .875em/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
h3 code { font-weight: 600; }
pre { margin: 0; padding: .5rem; background: var(--box); white-space: pre-wrap; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
form { display: flex; flex-wrap: wrap; align-items: end; gap: .5rem .75rem; margin: 2rem 0 0; padding: .75rem 1rem; background: var(--box); }
label { display: grid; gap: .1rem; font-size: .85rem; color: var(--soft); min-width: 0; }
label:first-child { flex: 1 1 14rem; }
input, select, button { font: inherit; font-size: 1rem; color: var(--ink); background: var(--paper); border: 1px solid var(--soft);
  border-radius: .3rem; padding: .25rem .5rem; max-width: 100%; min-width: 0; }
select { max-width: 14rem; } form p { margin: 0; min-width: 10rem; }
button { cursor: pointer; } pre + button { margin-top: .25rem; font-size: .85rem; }
article { border: 1px solid var(--line); border-left: .3rem solid var(--line); margin: .5rem 0; }
.many article { content-visibility: auto; contain-intrinsic-size: auto 60rem auto 4rem; }
article:target { outline: 2px solid var(--info); }
article.error { border-left-color: var(--error); } article.warning { border-left-color: var(--warning); }
article.info { border-left-color: var(--info); } article:is(.accepted, .fixed) { border-style: dashed; }
article > details > summary { padding: .6rem 1rem; } article > details > summary:hover { background: var(--box); }
article p { margin: .1rem 0 0 1rem; font-size: .875rem; }
.tag { display: inline-block; padding: 0 .45rem; border: 1px solid currentColor; border-radius: 1rem; font-size: .8rem; }
.error .tag:first-child { color: var(--error); } .warning .tag:first-child { color: var(--warning); } .info .tag:first-child { color: var(--info); }
dl { display: grid; grid-template-columns: 7rem 1fr; gap: .35rem .75rem; margin: 0; padding: .25rem 1rem 1rem; }
dt { color: var(--soft); } dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
summary { cursor: pointer; }
.tree, .tree ul { padding-left: 1.25rem; list-style: none; } .tree { padding-left: 0; } .tree li { margin: .15rem 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; } .map :is(td, thead th) { text-align: center; white-space: nowrap; }
.map tbody th { min-width: 16rem; font-weight: 400; }
.seen, .heat-4 { background: color-mix(in srgb, var(--good) 28%, transparent); }
.heat-3 { background: color-mix(in srgb, var(--good) 15%, transparent); } .heat-2 { background: color-mix(in srgb, var(--warning) 10%, transparent); }
.heat-1 { background: color-mix(in srgb, var(--warning) 20%, transparent); }
.unseen, .heat-0 { background: color-mix(in srgb, var(--warning) 32%, transparent); font-weight: 600; }
figure { margin: 1rem 0; }
svg { display: block; width: 100%; max-width: 45rem; height: auto; margin-top: .75rem; overflow: visible; }
svg line { stroke: var(--line); } polyline { fill: none; stroke: var(--info); stroke-width: 2; }
polyline.statuses { stroke: var(--good); stroke-dasharray: 6 3; } polyline.properties { stroke: var(--warning); stroke-dasharray: 2 3; }
rect.error { fill: var(--error); } rect.warning { fill: var(--warning); } rect.info { fill: var(--info); } rect.accepted { fill: var(--soft); }
rect.inconclusive { fill: var(--box); stroke: var(--soft); stroke-dasharray: 4 3; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1rem; font-size: .875rem; }
.legend span::before { content: ''; display: inline-block; width: 1.25rem; height: .7rem; margin-right: .35rem; background: var(--soft); }
.legend .error::before { background: var(--error); } .legend .warning::before { background: var(--warning); }
.legend .info::before { background: var(--info); } .legend .inconclusive::before { background: var(--box); outline: 1px dashed var(--soft); }
.legend :is(.operations, .statuses, .properties)::before { height: 0; vertical-align: middle; background: none; border-top: 2px solid var(--info); }
.legend .statuses::before { border-top: 2px dashed var(--good); } .legend .properties::before { border-top: 2px dotted var(--warning); }
@media (max-width: 40rem) { body { padding: .75rem; } h1 { font-size: 1.3rem; } dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .4rem; }
  .map tbody th { min-width: 9rem; } label { flex: 1 1 9rem; } select { max-width: 100%; width: 100%; } }
@media print { :root { color-scheme: light; --ink: #000; --soft: #444; --line: #bbb; --paper: #fff; --box: #f4f4f4;
  --error: #b3261e; --warning: #8a5300; --info: #0b5c8a; --good: #1a7f37; }
  body { max-width: none; padding: 0; } form, nav, article button { display: none; } .wide { overflow: visible; }
  .many article { content-visibility: visible; } dt, h2, h3 { break-after: avoid; } article details::details-content { content-visibility: visible; block-size: auto; }
  .map { font-size: .8rem; } .map tbody th { min-width: 0; } .map :is(td, thead th) { padding: .2rem .3rem; }
  .map td, .legend span::before { print-color-adjust: exact; } }
`
