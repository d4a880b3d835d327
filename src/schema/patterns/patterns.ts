import { RE2JS } from 're2js'

/** A compiled pattern. `toString` identifies the pattern: ajv shares patterns by it. */
export interface Pattern {
  test(text: string): boolean
  toString(): string
}

/** White space as ECMA-262 has it; RE2's `\s` has the ASCII ones only. */
const space =
  '\\t\\n\\x0b\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'

/** Reading a pattern is not linear in its length. */
const longest = 10_000

const memo = new Map<string, Pattern>()

/**
 * Compiles an ECMA-262 `pattern` for a linear-time engine, so that a hostile one cannot hang us
 * (`^(a+)+$` takes a backtracking engine 15 s on 28 characters). Unanchored, like JSON Schema.
 * Throws for what such an engine cannot do (look-around, back-references), naming the construct.
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

/** Whether a pattern can be checked; the reason when it cannot. */
export function patternFlaw(source: string): string | undefined {
  try {
    compilePattern(source)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** One atom of a pattern (a class, an escape, a character) with the counts that repeat it; laziness does not matter to a test. */
const atoms = /(\[(?:\\[\s\S]|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\[\s\S]|[\s\S])(?:\{(\d+)(,?)(\d*)\}\??)?/g

/** Rewrites ECMA-262 syntax that differs in RE2. */
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

/** A dash beside a class escape is a dash: `[\w-.]`. */
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

/** RE2 counts to 1000; more is written as several repetitions, up to where its programs grow too large. */
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
