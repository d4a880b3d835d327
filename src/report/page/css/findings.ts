/** Toolbar, groups, one line for each finding, and what it opens. */
export const findings = `
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
