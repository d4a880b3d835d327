import { YAMLException } from 'js-yaml'

/** What was read otherwise than YAML 1.2 says, as most parsers read it. */
export interface Repaired {
  /** The text that was parsed: with the lines of the original. */
  readonly text: string
  /** Lines (from 1) that were indented, and by how much. */
  readonly indented: ReadonlySet<number>
  readonly indent: number
  /** What was forgiven, each with its line. */
  readonly notes: readonly { readonly line: number; readonly message: string }[]
}

/** Characters that may be parsed again in all: each error that is tolerated costs another pass over what precedes it. */
const maxParsed = 300_000_000

/**
 * Parses YAML, and what YAML 1.2 forbids while the parsers in use read it (libyaml, go-yaml, js-yaml 4): lines of a quoted
 * scalar or of a flow collection that are indented no deeper than what holds them (§6.1, §7.3), local tags (§6.8.2), a comment
 * right behind a quote (§6.6), and a second document that is empty (§9.1.5).
 * Throws what `parse` throws, for the original text.
 */
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
      // A lone CR ends a line too, but then there are no others.
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

/** Leaves out a last document without content; false when there is none. */
function dropEmptyEnd(lines: string[]): boolean {
  const start = lines.findLastIndex((line) => /^---(?:\s|$)/.test(line))
  const isEmpty = (line: string): boolean => /^(?:---|\.\.\.)?\s*(?:#.*)?$/.test(line)
  if (start <= 0 || !lines.slice(start).every(isEmpty)) return false
  lines.fill('', start)
  return true
}

/** The deepest column at which the content of a line starts: nothing is expected beyond it. */
function deepest(lines: readonly string[]): number {
  return lines.reduce((most, line) => Math.max(most, /^[ ?:-]*/.exec(line)?.[0].length ?? 0), 0)
}

/** The quote that is open at the end of a text; undefined when it is none. */
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

/** The line in which a quoted scalar ends that goes on in a line. */
function endOf(quote: '"' | "'", lines: readonly string[], from: number): number {
  const closing = quote === '"' ? /^(?:[^"\\]|\\.|\\$)*"/ : /^(?:[^']|'')*'(?!')/
  for (let index = from; index < lines.length; index++) if (closing.test(lines[index] ?? '')) return index
  return from
}
