/** Sizes of a chart in its own units. */
export const frame = { height: 120, left: 14, right: 52, bottom: 22, top: 30 } as const

/** Room for the runs: a few do not fill a screen. */
export function widthOf(count: number): number {
  return Math.min(760, Math.max(300, 48 * count))
}

/** Where the middle of a run is. */
export function xOf(index: number, count: number): number {
  return round(frame.left + (index + 0.5) * stepOf(count))
}

/** Where a share in 0…1 of the highest value is. */
export function yOf(share: number): number {
  return round(frame.top + (1 - share) * frame.height)
}

/** Width of a run: a few do not fill the chart. */
export function stepOf(count: number): number {
  return Math.min(48, widthOf(count) / Math.max(1, count))
}

/** One decimal is finer than a screen. */
export function round(value: number): number {
  return Math.round(value * 10) / 10
}
