/** Lines of context, like `diff -u`. */
const context = 3

/** Beyond this number of differing lines, they are shown as one change, because a shorter diff would cost too much. */
const mostEdits = 2000

interface Edit {
  readonly kind: ' ' | '-' | '+'
  readonly line: string
}

/**
 * Returns a unified diff for `git apply` and `patch`, empty for equal texts. `file`: the path relative to the folder in which it
 * is applied (https://www.gnu.org/software/diffutils/manual/html_node/Detailed-Unified.html).
 */
export function unifiedDiff(before: string, after: string, file: string): string {
  if (before === after) return ''
  const edits = editsOf(linesOf(before), linesOf(after))
  const name = nameOf(file)
  return `--- ${nameOf(`a/${file}`, name)}\n+++ ${nameOf(`b/${file}`, name)}\n${hunksOf(edits).join('')}`
}

/** Quotes a name like Git if it contains special characters. */
function nameOf(path: string, plain = path): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these would end the line
  return /["\\\u0000-\u001f\u007f]/.test(plain) ? JSON.stringify(path) : path
}

/** Splits into lines including line breaks; the last line may have none. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

function editsOf(before: readonly string[], after: readonly string[]): readonly Edit[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  const kept = (line: string): Edit => ({ kind: ' ', line })
  return [
    ...before.slice(0, start).map(kept),
    ...shortest(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(kept),
  ]
}

/** Returns the shortest edit script (E. W. Myers, An O(ND) Difference Algorithm, 1986). */
function shortest(before: readonly string[], after: readonly string[]): readonly Edit[] {
  const trace: Map<number, number>[] = []
  let ends = new Map([[1, 0]])
  for (let edits = 0; edits <= Math.min(mostEdits, before.length + after.length); edits++) {
    const next = new Map(ends)
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const [left, right] = [ends.get(diagonal - 1) ?? -1, ends.get(diagonal + 1) ?? -1]
      let x = diagonal === -edits || (diagonal !== edits && left < right) ? right : left + 1
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++
      next.set(diagonal, x)
      if (x >= before.length && x - diagonal >= after.length) return walked(before, after, [...trace, ends])
    }
    trace.push(ends)
    ends = next
  }
  return [...before.map((line): Edit => ({ kind: '-', line })), ...after.map((line): Edit => ({ kind: '+', line }))]
}

/** Walks back from the end and reverses the path. */
function walked(
  before: readonly string[],
  after: readonly string[],
  trace: readonly ReadonlyMap<number, number>[],
): readonly Edit[] {
  const edits: Edit[] = []
  let [x, y] = [before.length, after.length]
  for (let at = trace.length - 1; at >= 0; at--) {
    const ends = trace[at] ?? new Map<number, number>()
    const diagonal = x - y
    const [left, right] = [ends.get(diagonal - 1) ?? -1, ends.get(diagonal + 1) ?? -1]
    const isAdded = diagonal === -at || (diagonal !== at && left < right)
    const fromX = isAdded ? right : left
    const fromY = fromX - (isAdded ? diagonal + 1 : diagonal - 1)
    while (x > fromX && y > fromY && x > 0 && y > 0 && before[x - 1] === after[y - 1]) {
      edits.push({ kind: ' ', line: before[x - 1] ?? '' })
      x--
      y--
    }
    if (at === 0) break
    if (isAdded) edits.push({ kind: '+', line: after[--y] ?? '' })
    else edits.push({ kind: '-', line: before[--x] ?? '' })
  }
  return edits.reverse()
}

function hunksOf(edits: readonly Edit[]): readonly string[] {
  const hunks: string[] = []
  const changed = edits.flatMap(({ kind }, index) => (kind === ' ' ? [] : [index]))
  let [line, newLine, at] = [1, 1, 0]
  for (let index = 0; index < changed.length; ) {
    const from = Math.max(0, (changed[index] ?? 0) - context)
    while (index + 1 < changed.length && (changed[index + 1] ?? 0) - (changed[index] ?? 0) <= 2 * context) index++
    const part = edits.slice(from, (changed[index] ?? 0) + context + 1)
    for (; at < from; at++) {
      line++
      newLine++
    }
    const [old, now] = [part.filter(({ kind }) => kind !== '+').length, part.filter(({ kind }) => kind !== '-').length]
    hunks.push(`@@ -${range(line, old)} +${range(newLine, now)} @@\n${part.map(textOf).join('')}`)
    line += old
    newLine += now
    at = from + part.length
    index++
  }
  return hunks
}

function range(line: number, count: number): string {
  // An empty range is placed after the previous line.
  return count === 1 ? String(line) : `${count === 0 ? line - 1 : line},${count}`
}

function textOf({ kind, line }: Edit): string {
  return line.endsWith('\n') ? `${kind}${line}` : `${kind}${line}\n\\ No newline at end of file\n`
}
