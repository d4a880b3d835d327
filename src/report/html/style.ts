/** The style sheet of the HTML report. */
export const style = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --paper: #fff; --box: #f6f8fa;
  --error: #b3261e; --warning: #8a5300; --info: #0b5c8a; --good: #1a7f37; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9aa4ae; --line: #3a424b; --paper: #0f1419;
  --box: #1a2027; --error: #ff8a80; --warning: #ffc66b; --info: #7cc7f2; --good: #6fdd8b; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 72rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 0; }
p { margin: .4rem 0; } .soft { color: var(--soft); }
.verdict { border-left: .4rem solid var(--good); padding: .5rem 1rem; background: var(--box); }
.verdict.failed { border-color: var(--error); } .verdict.unjudged { border-color: var(--warning); }
code, pre { font: .875em/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { margin: 0; padding: .5rem; background: var(--box); white-space: pre-wrap; }
table { border-collapse: collapse; width: 100%; } caption { text-align: left; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
article { border: 1px solid var(--line); border-left: .3rem solid var(--line); padding: .75rem 1rem; margin: .75rem 0; }
article.error { border-left-color: var(--error); } article.warning { border-left-color: var(--warning); }
article.info { border-left-color: var(--info); } article.known { opacity: .75; }
.tag { display: inline-block; padding: 0 .45rem; border: 1px solid currentColor; border-radius: 1rem; font-size: .8rem; }
.error > h3 .tag { color: var(--error); } .warning > h3 .tag { color: var(--warning); } .info > h3 .tag { color: var(--info); }
dl { display: grid; grid-template-columns: 7rem 1fr; gap: .25rem .75rem; margin: .5rem 0 0; }
dt { color: var(--soft); } dd { margin: 0; min-width: 0; }
details > summary { cursor: pointer; }
.wide { overflow-x: auto; } .map :is(td, thead th) { text-align: center; white-space: nowrap; }
.map tbody th { min-width: 16rem; font-weight: 400; }
.seen { background: color-mix(in srgb, var(--good) 18%, transparent); } .unseen { background: color-mix(in srgb, var(--warning) 22%, transparent); font-weight: 600; }
@media (max-width: 40rem) { body { padding: .75rem; } dl { grid-template-columns: 1fr; } }
@media print { body { max-width: none; } article { break-inside: avoid; } }
`
