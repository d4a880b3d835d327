interface LineColumn {
  readonly line: number
  readonly column: number
}

/** Returns the offsets of line starts. Line breaks are LF, CRLF and single CR. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length)
  return starts
}

/** Returns the 1-based line and column of an offset. */
export function lineColumn(starts: readonly number[], offset: number): LineColumn {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
}
