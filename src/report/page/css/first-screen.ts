/** The verdict, tiles, facts, runs and coverage. */
export const firstScreen = `
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
