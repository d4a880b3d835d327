/** What every page has: type, links, fields, tables, the bar at the top. */
export const base = `
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
