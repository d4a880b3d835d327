import type { TrendPoint } from '../../model/report.ts'
import { marks, printable } from '../labels.ts'
import { dayAndTime } from '../page/dates.ts'
import { RunStrip } from '../page/first-screen/run-strip.tsx'
import { semverWords } from '../summary/semver.ts'
import { type FindingLine, runFolder } from './digest.ts'
import type { SiteApi } from './site-api.ts'
import type { VersionDigest } from './versions.ts'

/** The runs of an API, each a link to its page, or to its row where none is kept. `base`: from the page to the folder of the API. */
export function Strip({ api, base, most }: { readonly api: SiteApi; readonly base: string; readonly most?: number }) {
  const runs = new Map(api.state.runs.map((run) => [run.point, run]))
  const hrefOf = (point: TrendPoint) => {
    const run = runs.get(point)
    if (run === undefined) return undefined
    const folder = runFolder(run)
    return run.hash === undefined ? `${base}index.html#${folder}` : `${base}runs/${folder}/index.html`
  }
  return <RunStrip points={[...runs.keys()]} hrefOf={hrefOf} most={most ?? runs.size} />
}

/** When the last run was; the script of the page says how long ago, and `stale`. */
export function LastRun({ startedAt, maxAge }: { readonly startedAt: string; readonly maxAge: number }) {
  return (
    <span>
      <span class="run-word">last run </span>
      <time dateTime={startedAt} data-age={maxAge}>
        {dayAndTime(startedAt)}
      </time>{' '}
      <span class="tag stale" hidden>
        stale
      </span>
    </span>
  )
}

/** `b06 → b07 · 2 breaking · next version: major · 20 Nov 2026`. */
export function VersionWords({ version }: { readonly version: VersionDigest }) {
  const { from, to, counts, semver, since } = version
  const facts = [counts, semverWords(semver), since && dayAndTime(since)].filter(Boolean).join(' · ')
  return (
    <>
      <b>{printable(`${from} → ${to}`)}</b> <span class="soft">{printable(facts)}</span>
    </>
  )
}

/** Findings in one line each, folded; `count`: how many there are in all. */
export function Lines({ title, lines, count }: { title: string; lines: readonly FindingLine[]; count: number }) {
  const rest = count - lines.length
  return (
    <details>
      <summary>{title}</summary>
      <ul class="site-lines">
        {lines.map(({ fingerprint, ruleId, severity, text }, at) => (
          <li key={`${fingerprint} ${at}`}>
            <span class={`sign ${severity}`}>{marks[severity]}</span> {printable(text)} <code>{printable(ruleId)}</code>
          </li>
        ))}
        {rest > 0 && <li class="soft">and {rest} more</li>}
      </ul>
    </details>
  )
}
