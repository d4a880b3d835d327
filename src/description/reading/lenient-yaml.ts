import { YAMLException } from 'js-yaml'

export interface Repaired {
  /** The parsed text, with the same number of lines as the original. */
  readonly text: string
  /** Indented lines (1-based), and the added indentation. */
  readonly indented: ReadonlySet<number>
  readonly indent: number
  /** Tolerated deviations with their lines. */
  readonly notes: readonly { readonly line: number; readonly message: string }[]
}

/** Maximum number of reparsed characters, because each tolerated error requires another pass over the preceding text. */
const maxParsed = 300_000_000

/** Tolerates YAML errors that common parsers accept (YAML 1.2 §6.1, §6.6, §6.8.2, §7.3, §9.1.5). Throws the errors of `parse`. */
export function parseLeniently<T>(
  text: string,
  parse: (text: string) => T,
): { readonly root: T; readonly repaired?: Repaired } {
  let lines: string[] | undefined
  let first: unknown
  let indent = 0
  let parsed = 0
  const indented = new Set<number>()
  const notes: { readonly line: number; readonly message: string }[] = []
  for (let current = text; ; current = lines.join('\n')) {
    try {
      const root = parse(current)
      return lines === undefined ? { root } : { root, repaired: { text: current, indented, indent, notes } }
    } catch (error) {
      first ??= error
      parsed += current.length
      if (!(error instanceof YAMLException) || parsed > maxParsed) throw first
      // With single CRs, there are no other line breaks.
      lines ??= text.split(/\r\n|\n|\r/)
      if (error.reason.startsWith('expected a single document') && dropEmptyEnd(lines)) continue
      if (!error.mark) throw first
      indent ||= deepest(lines) + 1
      const at = error.mark.line
      if (!forgive(error.reason, lines, at, error.mark.column)) throw first
    }
  }

  function forgive(reason: string, all: string[], at: number, column: number): boolean {
    const line = all[at] ?? ''
    if (reason === 'deficient indentation' && !indented.has(at + 1)) {
      const kind = openAt(all.slice(0, at).join('\n').replace(/\\$/, ''), parse)
      const end = kind === undefined ? at : endOf(kind, all, at)
      for (let index = at; index <= end; index++) {
        if (indented.has(index + 1)) continue
        indented.add(index + 1)
        all[index] = ' '.repeat(indent) + (all[index] ?? '')
      }
      const what = kind === undefined ? 'a flow collection' : 'a quoted scalar'
      notes.push({
        line: at + 1,
        message: `${what} goes on at too little indentation, which YAML 1.2 forbids; it was read`,
      })
      return true
    }
    if (line[column] === '#' && /["'\]}]$/.test(line.slice(0, column))) {
      all[at] = line.slice(0, column)
      notes.push({
        line: at + 1,
        message: 'a comment follows without a blank, which YAML 1.2 forbids; it was left out',
      })
      return true
    }
    const [tag] = /^unknown (?:scalar|mapping|sequence) tag/.test(reason)
      ? (/(?<!!)!(?![!<])[^\s,[\]{}]*/.exec(line.slice(column)) ?? [])
      : []
    if (tag === undefined) return false
    const from = line.indexOf(tag, column)
    all[at] = line.slice(0, from) + ' '.repeat(tag.length) + line.slice(from + tag.length)
    notes.push({ line: at + 1, message: `the tag ${tag} is not known; its value was read without it` })
    return true
  }
}

/** Removes a last document without content. Returns false without one. */
function dropEmptyEnd(lines: string[]): boolean {
  const start = lines.findLastIndex((line) => /^---(?:\s|$)/.test(line))
  const isEmpty = (line: string): boolean => /^(?:---|\.\.\.)?\s*(?:#.*)?$/.test(line)
  if (start <= 0 || !lines.slice(start).every(isEmpty)) return false
  lines.fill('', start)
  return true
}

/** Returns the deepest column at which a line's content starts; greater indentation is always sufficient. */
function deepest(lines: readonly string[]): number {
  return lines.reduce((most, line) => Math.max(most, /^[ ?:-]*/.exec(line)?.[0].length ?? 0), 0)
}

/** Returns the unclosed quote at the end, if any. */
function openAt(text: string, parse: (text: string) => unknown): '"' | "'" | undefined {
  try {
    parse(text)
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    if (error.reason.includes('double quoted')) return '"'
    if (error.reason.includes('single quoted')) return "'"
  }
  return undefined
}

/** Returns the line in which a multi-line quoted scalar ends. */
function endOf(quote: '"' | "'", lines: readonly string[], from: number): number {
  const closing = quote === '"' ? /^(?:[^"\\]|\\.|\\$)*"/ : /^(?:[^']|'')*'(?!')/
  for (let index = from; index < lines.length; index++) if (closing.test(lines[index] ?? '')) return index
  return from
}
