import type { TrendPoint } from '../../model/report.ts'
import { marks, printable } from '../labels.ts'
import { dayAndTime } from '../page/dates.ts'
import { RunStrip } from '../page/first-screen/run-strip.tsx'
import { semverWords } from '../summary/semver.ts'
import { type FindingLine, runFolder } from './digest.ts'
import type { SiteApi } from './site-api.ts'
import type { VersionDigest } from './versions.ts'

/** Runs of an API as links to their pages, or to a table row if a page is missing. `base` is the path to the API's folder. */
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

/** Time of the last run. The page's script adds its age and a `stale` mark. */
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

/** Shows `b06 → b07 · 2 breaking · next version: major · 20 Nov 2026`. */
export function VersionWords({ version }: { readonly version: VersionDigest }) {
  const { from, to, counts, semver, since } = version
  const facts = [counts, semverWords(semver), since && dayAndTime(since)].filter(Boolean).join(' · ')
  return (
    <>
      <b>{printable(`${from} → ${to}`)}</b> <span class="soft">{printable(facts)}</span>
    </>
  )
}

/** Collapsed list of findings. `count` is the total, of which `lines` may be a part. */
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
