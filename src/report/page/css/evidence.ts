/** Panes that stand side by side: the exchange, the contract, the two snapshots, the proof. */
export const evidence = `
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
