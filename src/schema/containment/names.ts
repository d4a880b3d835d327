import { comparePatterns } from '../patterns/containment.ts'
import { patternExamples } from '../patterns/example.ts'
import { matchesPattern } from '../sampling/scalar.ts'

/** Undeclared property names that match the same `patternProperties`; one name represents them all. */
export interface NameClass {
  readonly matched: ReadonlySet<string>
  /** Returns an unused name of the class. */
  fresh(used: (name: string) => boolean): string | undefined
}

const mostPatterns = 3

/** Returns the classes of names by matched patterns, or `undefined` if there are too many patterns or they can't be compared. */
export function nameClasses(patterns: readonly string[]): readonly NameClass[] | undefined {
  const distinct = [...new Set(patterns)]
  if (distinct.length === 0) return undeclared
  if (distinct.length > mostPatterns) return undefined
  const classes: NameClass[] = []
  for (let bits = 0; bits < 2 ** distinct.length; bits++) {
    const matched = distinct.filter((_, index) => (bits >> index) % 2 === 1)
    const others = distinct.filter((pattern) => !matched.includes(pattern))
    const example = exampleOf(matched, others)
    if (example === 'unknown') return undefined
    if (example !== undefined) classes.push({ matched: new Set(matched), fresh: freshNames(example, matched, others) })
  }
  return classes
}

/** Without patterns, all names form one class. */
const undeclared: readonly NameClass[] = [{ matched: new Set(), fresh: freshNames('undeclared', [], []) }]

/** Returns a name that matches every `matched` pattern and no `others` pattern, or `undefined` if no such name exists. */
function exampleOf(matched: readonly string[], others: readonly string[]): string | undefined | 'unknown' {
  const union = others.length === 0 ? '[^\\s\\S]' : others.map((pattern) => `(?:${pattern})`).join('|')
  const { relation, onlyBefore } = comparePatterns(matched, [union])
  return onlyBefore ?? (relation === 'unknown' ? 'unknown' : undefined)
}

function freshNames(example: string, matched: readonly string[], others: readonly string[]): NameClass['fresh'] {
  return (used) => {
    const longer = ['', 'a', 'b', 'c', '1', '2', '_'].map((end) => example + end)
    const likely = matched.length === 0 ? ['undeclared', 'undeclared2', 'undeclared3', 'undeclared4'] : []
    const all = [...likely, ...longer, ...matched.flatMap((pattern) => patternExamples(pattern))]
    return all.find((name) => !used(name) && fits(name, matched, others))
  }
}

function fits(name: string, matched: readonly string[], others: readonly string[]): boolean {
  return (
    matched.every((pattern) => matchesPattern(pattern, name, false)) &&
    others.every((pattern) => !matchesPattern(pattern, name, true))
  )
}

export function classOf(classes: readonly NameClass[], name: string): NameClass | undefined {
  if (classes.length === 1 && classes[0]?.matched.size === 0) return classes[0]
  const patterns = new Set(classes.flatMap(({ matched }) => [...matched]))
  const own = [...patterns].filter((pattern) => matchesPattern(pattern, name, false))
  return classes.find(({ matched }) => matched.size === own.length && own.every((pattern) => matched.has(pattern)))
}
