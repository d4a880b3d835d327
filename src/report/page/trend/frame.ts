/** Dimensions of a chart in SVG units. */
export const frame = { height: 120, left: 14, right: 52, bottom: 22, top: 30 } as const

/** Width of the plot area. Few runs use a narrow chart. */
export function widthOf(count: number): number {
  return Math.min(760, Math.max(300, 48 * count))
}

/** Returns whether all runs are at the left edge, so that a narrow screen must not scroll to the newest run. */
export function isFew(count: number): boolean {
  return stepOf(count) * count < 300
}

export function xOf(index: number, count: number): number {
  return round(frame.left + (index + 0.5) * stepOf(count))
}

/** Returns the y coordinate of a share (0…1) of the largest value. */
export function yOf(share: number): number {
  return round(frame.top + (1 - share) * frame.height)
}

/** Width of a run, limited so that few runs don't fill the chart. */
export function stepOf(count: number): number {
  return Math.min(48, widthOf(count) / Math.max(1, count))
}

/** Rounds to one decimal, which is finer than a pixel. */
export function round(value: number): number {
  return Math.round(value * 10) / 10
}
