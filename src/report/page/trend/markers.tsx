import type { TrendPoint } from '../../../model/report.ts'
import { printable } from '../../labels.ts'
import { dayAndTime } from '../dates.ts'
import { frame, widthOf } from './frame.ts'

/** What was another in a run than in the runs before it. */
export interface Marker {
  readonly at: number
  /** The contract, as it is called now. */
  readonly contract?: string
  readonly release?: string
}

/** Where the contract changed, or another release was checked. A run that does not know its release changes nothing. */
export function markersOf(points: readonly TrendPoint[]): readonly Marker[] {
  let last = points[0]?.release
  return points.flatMap((point, at): Marker[] => {
    const before = points[at - 1]
    if (before === undefined) return []
    const release = point.release === last ? undefined : point.release
    last = point.release ?? last
    const isContract = point.snapshot !== before.snapshot
    if (!isContract && release === undefined) return []
    return [{ at, ...(isContract && { contract: contractName(point, before) }), release }]
  })
}

/** `b07`, and the version it states where that is another: `b07 (2.1.0)`. */
function contractName({ snapshot, version }: TrendPoint, before: TrendPoint): string {
  return version === undefined || version === before.version || version === snapshot
    ? snapshot
    : `${snapshot} (${version})`
}

interface MarkersProps {
  readonly points: readonly TrendPoint[]
  /** Where a run begins. */
  readonly edgeOf: (at: number) => number
}

const longest = 32
const characterWidth = 6.2
const [nameAt, lineFrom] = [10, 14]

/** A line for each, and its name where there is room for it; its title says it in full. */
export function Markers({ points, edgeOf }: MarkersProps) {
  let free = 0
  const right = frame.left + widthOf(points.length) + frame.right
  return (
    <>
      {markersOf(points).map(({ at, contract, release }) => {
        const x = edgeOf(at)
        const named = [contract, release && `release ${release}`].filter((name) => name !== undefined)
        const whole = printable(named.join(' · '))
        const text = whole.length > longest ? `${whole.slice(0, longest - 1)}…` : whole
        const width = text.length * characterWidth
        // Near the right edge it is written to the left of its line.
        const isLeft = x + 3 + width > right
        const start = isLeft ? x - 3 - width : x + 3
        const isShown = start >= free
        if (isShown) free = Math.max(x, start + width) + 6
        return (
          <g key={at} class={contract === undefined ? 'cut release' : 'cut'}>
            <title>
              {printable(
                `${contract === undefined ? '' : 'contract '}${whole}, ${dayAndTime(points[at]?.startedAt ?? '')}`,
              )}
            </title>
            <line x1={x} x2={x} y1={lineFrom} y2={frame.top + frame.height} />
            {isShown && (
              <text x={isLeft ? x - 3 : x + 3} y={nameAt} text-anchor={isLeft ? 'end' : 'start'}>
                {text}
              </text>
            )}
          </g>
        )
      })}
    </>
  )
}
