import { RE2JS } from 're2js'

/** A compiled pattern. `toString` tells two patterns apart: ajv shares them by it. */
export interface Pattern {
  test(text: string): boolean
  toString(): string
}

/** White space as ECMA-262 has it; RE2's `\s` knows the ASCII ones only. */
const space =
  '\\t\\n\\x0b\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'

const memo = new Map<string, Pattern>()

/**
 * Compiles an ECMA-262 `pattern` for a linear-time engine, so that a hostile one cannot hang us
 * (`^(a+)+$` takes a backtracking engine 15 s on 28 characters). Unanchored, like JSON Schema.
 * Throws for what such an engine cannot do (look-around, back-references), naming the construct.
 */
export function compilePattern(source: string): Pattern {
  const known = memo.get(source)
  if (known !== undefined) return known
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

/** Rewrites the escapes that mean something else to RE2. */
function translate(source: string): string {
  let inClass = false
  return source.replace(/\\[\s\S]|[[\]]/g, (token) => {
    if (token === '[') inClass = true
    else if (token === ']') inClass = false
    else if (token === '\\s') return inClass ? space : `[${space}]`
    else if (token === '\\S' && !inClass) return `[^${space}]`
    else if (token === '\\Z' && !inClass) return '\\z'
    else if (!inClass && /\\[1-9k]/.test(token)) throw new Error(`back-reference ${token}`)
    return token
  })
}
