import { RE2JS } from 're2js'

/** A compiled pattern. `toString` returns its identity, by which ajv shares patterns. */
export interface Pattern {
  test(text: string): boolean
  toString(): string
}

/** White space of ECMA-262; RE2's `\s` covers ASCII only. */
const space =
  '\\t\\n\\x0b\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'

/** Maximum pattern length, because compiling takes more than linear time. */
const longest = 10_000

const memo = new Map<string, Pattern>()

/**
 * Compiles an ECMA-262 `pattern` for a linear-time engine, so hostile patterns can't block the process. Unanchored, like JSON Schema.
 * Throws for look-around, back-references and other unsupported syntax, and names the construct.
 */
export function compilePattern(source: string): Pattern {
  const known = memo.get(source)
  if (known !== undefined) return known
  if (source.length > longest) throw new Error(`longer than ${longest} characters`)
  const engine = RE2JS.compile(RE2JS.translateRegExp(translate(source)))
  const pattern: Pattern = { test: (text) => engine.test(text), toString: () => source }
  if (memo.size > 10_000) memo.clear()
  memo.set(source, pattern)
  return pattern
}

/** Returns the reason why a pattern can't be checked, or `undefined` if it can. */
export function patternFlaw(source: string): string | undefined {
  try {
    compilePattern(source)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** One atom of a pattern (class, escape or character) with its quantifier. Laziness doesn't affect whether a string matches. */
const atoms = /(\[(?:\\[\s\S]|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\[\s\S]|[\s\S])(?:\{(\d+)(,?)(\d*)\}\??)?/g

/** Rewrites ECMA-262 syntax that RE2 reads differently. */
function translate(source: string): string {
  return source.replace(atoms, (_, atom: string, least?: string, comma?: string, most?: string) => {
    const written = atom.startsWith('[') ? translateClass(atom) : translateAtom(atom)
    return least === undefined ? written : repeat(written, Number(least), mostOf(least, comma, most))
  })
}

function translateAtom(atom: string): string {
  if (/^\\[1-9k]/.test(atom)) throw new Error(`back-reference ${atom}`)
  if (atom === '\\s') return `[${space}]`
  if (atom === '\\S') return `[^${space}]`
  return atom === '\\Z' ? '\\z' : atom
}

/** Escapes a dash next to a class escape, which is literal: `[\w-.]`. */
function translateClass(atom: string): string {
  if (!atom.includes('\\')) return atom
  return atom
    .replace(/(\\[dDwWsS]|\\[pP]\{[^}]*\})-(?!\])/g, '$1\\-')
    .replace(/([^[^\\])-(?=\\[dDwWsS])/g, '$1\\-')
    .replace(/\\[\s\S]/g, (token) => (token === '\\s' ? space : token))
}

function mostOf(least: string, comma = '', most = ''): number {
  if (comma === '') return Number(least)
  return most === '' ? Infinity : Number(most)
}

/** RE2 supports counts up to 1000; greater ones become several repetitions, up to a limit on program size. */
function repeat(atom: string, least: number, most: number): string {
  const isFew = least <= 1000 && (most <= 1000 || most === Infinity)
  const isGroup = /^[()|^$*+?]$/.test(atom)
  const isTooMany = least > 5000 || (most > 5000 && most !== Infinity)
  if (isFew || isTooMany || isGroup)
    return `${atom}{${least}${most === least ? '' : most === Infinity ? ',' : `,${most}`}}`
  let written = ''
  for (let rest = least; rest > 0; rest -= 1000) written += `${atom}{${Math.min(rest, 1000)}}`
  if (most === Infinity) return `(?:${written}${atom}*)`
  for (let rest = most - least; rest > 0; rest -= 1000) written += `${atom}{0,${Math.min(rest, 1000)}}`
  return `(?:${written})`
}
