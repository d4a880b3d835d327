import type { TrendPoint } from '../../../model/report.ts'
import { printable } from '../../labels.ts'
import { dayAndTime } from '../dates.ts'
import { frame, widthOf } from './frame.ts'

/** Change of contract or release at a run. */
export interface Marker {
  readonly at: number
  /** Name of the new contract. */
  readonly contract?: string
  readonly release?: string
}

/** Returns the runs at which the contract or the release changed. A run without a known release is ignored. */
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

/** Returns the snapshot's name, with its API version if that changed: `b07 (2.1.0)`. */
function contractName({ snapshot, version }: TrendPoint, before: TrendPoint): string {
  return version === undefined || version === before.version || version === snapshot
    ? snapshot
    : `${snapshot} (${version})`
}

interface MarkersProps {
  readonly points: readonly TrendPoint[]
  /** Returns the x coordinate of the left edge of a run. */
  readonly edgeOf: (at: number) => number
}

const longest = 32
const characterWidth = 6.2
const [nameAt, lineFrom] = [10, 14]

/** Draws a line per marker, with its name if there is space. The tooltip has the full name. */
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
        // Near the right edge, the name is placed left of the line.
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
