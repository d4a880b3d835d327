/** A line split around its marked part. */
export type MarkedText = readonly [before: string, marked: string, after: string]

/** Changed lines of one side by index, with the differing part of each. */
export type LineMarks = ReadonlyMap<number, MarkedText>

/** Compares two blocks by their longest common subsequence. Remaining lines of both sides are paired in order. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly [LineMarks, LineMarks] {
  const [a, b] = [before, after].map((lines) => lines.map((line) => line.trim().replace(/,$/, ''))) as [
    string[],
    string[],
  ]
  const kept = commonOf(a, b)
  const [removed, added] = [
    a.map((_, at) => at).filter((at) => !kept.a.has(at)),
    b.map((_, at) => at).filter((at) => !kept.b.has(at)),
  ]
  const [marksA, marksB] = [new Map<number, MarkedText>(), new Map<number, MarkedText>()]
  for (let index = 0; index < Math.max(removed.length, added.length); index++) {
    const [at, to] = [removed[index], added[index]]
    const [old, now] = [before[at ?? -1], after[to ?? -1]]
    const isPair = old !== undefined && now !== undefined && keyOf(old) === keyOf(now)
    const [left, right] = isPair ? tokens(old, now) : [whole(old), whole(now)]
    if (at !== undefined) marksA.set(at, left)
    if (to !== undefined) marksB.set(to, right)
  }
  return [marksA, marksB]
}

/** Returns the key of a YAML or JSON line, for example `status`. Lines with the same key are treated as one edited line. */
export function keyOf(line: string): string {
  return /^\s*(?:- )?"?([\w$./{}-]+)"?\s*:/.exec(line)?.[1] ?? ''
}

function whole(line = ''): MarkedText {
  const indent = line.search(/\S|$/)
  return [line.slice(0, indent), line.slice(indent), '']
}

/** Marks the part between the common prefix and suffix of two lines, extended to whole words. */
function tokens(a: string, b: string): [MarkedText, MarkedText] {
  let start = 0
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  while (start > 0 && /[\w-]/.test(a[start - 1] ?? '')) start--
  while (end > 0 && /[\w-]/.test(a.at(-end) ?? '')) end--
  const cut = (text: string): MarkedText => [
    text.slice(0, start),
    text.slice(start, text.length - end),
    text.slice(text.length - end),
  ]
  return [cut(a), cut(b)]
}

function commonOf(a: readonly string[], b: readonly string[]) {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    const row = lengths[i]
    if (row === undefined) continue
    for (let j = b.length - 1; j >= 0; j--)
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  }
  const kept = { a: new Set<number>(), b: new Set<number>() }
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      kept.a.add(i++)
      kept.b.add(j++)
    } else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return kept
}
