import type { RunOutcome, TrendPoint } from '../../../model/report.ts'
import { plural } from '../../../util/text.ts'
import { printable } from '../../labels.ts'
import { dayAndTime } from '../dates.ts'

interface RunStripProps {
  /** Oldest first. */
  readonly points: readonly TrendPoint[]
  /** Where the report of a run is kept, or its row in a table; not a link where it is undefined. */
  readonly hrefOf: (point: TrendPoint) => string | undefined
  readonly most?: number
}

const words = {
  clean: 'clean',
  drift: 'drift',
  outage: 'outage, nothing was checked',
  inconclusive: 'inconclusive',
} as const

/** The last runs as a row of bars, the newest right; height and colour say the outcome, a text does as well. */
export function RunStrip({ points, hrefOf, most = 30 }: RunStripProps) {
  return (
    <ol class="strip">
      {points.slice(-most).map((point) => {
        const text = `${dayAndTime(point.startedAt)}: ${outcomeWords(point)}, ${point.snapshot}`
        const href = hrefOf(point)
        return (
          <li key={point.startedAt}>
            {href === undefined ? (
              <span class={`run ${runLook(point)}`} title={printable(text)}>
                <span class="vh">{printable(text)}</span>
              </span>
            ) : (
              <a class={runLook(point)} href={href} title={printable(text)}>
                <span class="vh">{printable(text)}</span>
              </a>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** `2 errors, 1 warning`, `clean`, `outage, nothing was checked`: the outcome of a run. */
export function outcomeWords({ outcome, error, warning, info }: TrendPoint): string {
  if (outcome !== 'drift') return words[outcome]
  return (
    [error > 0 && plural(error, 'error'), warning > 0 && plural(warning, 'warning')].filter(Boolean).join(', ') ||
    `${info} info`
  )
}

/** How a run looks: with nothing worse than information it is as green as its own verdict was; `findings`: nothing worse than warnings. */
export function runLook({ outcome, error, warning }: TrendPoint): RunOutcome | 'findings' {
  if (outcome !== 'drift' || error > 0) return outcome
  return warning > 0 ? 'findings' : 'clean'
}
