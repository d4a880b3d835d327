import type { RunOutcome, TrendPoint } from '../../../model/report.ts'
import { plural } from '../../../util/text.ts'
import { printable } from '../../labels.ts'
import { dayAndTime } from '../dates.ts'

interface RunStripProps {
  /** Runs, oldest first. */
  readonly points: readonly TrendPoint[]
  /** Returns the address of a run's report or table row, or undefined for no link. */
  readonly hrefOf: (point: TrendPoint) => string | undefined
  readonly most?: number
}

const words = {
  clean: 'clean',
  drift: 'drift',
  outage: 'outage, nothing was checked',
  inconclusive: 'inconclusive',
} as const

/** Shows the last runs as bars, newest on the right. Height, color and text express the outcome. */
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

/** Returns the outcome of a run: `2 errors, 1 warning`, `clean`, `outage, nothing was checked`. */
export function outcomeWords({ outcome, error, warning, info }: TrendPoint): string {
  if (outcome !== 'drift') return words[outcome]
  return (
    [error > 0 && plural(error, 'error'), warning > 0 && plural(warning, 'warning')].filter(Boolean).join(', ') ||
    `${info} info`
  )
}

/** Returns the style of a run: `findings` if it has at most warnings, `clean` if at most infos. */
export function runLook({ outcome, error, warning }: TrendPoint): RunOutcome | 'findings' {
  if (outcome !== 'drift' || error > 0) return outcome
  return warning > 0 ? 'findings' : 'clean'
}
