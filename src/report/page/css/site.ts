/** The pages of a site: cards of APIs, lists of versions. */
export const site = `
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
