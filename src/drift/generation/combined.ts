import { type GeneratedCase, makeCase, type Variation } from './case.ts'
import { pairwise } from './pairwise.ts'

/** Maximum number of variations per location that are combined pairwise. */
const mostPaired = 3
/** Maximum number of locations that are combined pairwise. */
const mostTogether = 30

/** Combines variations into few valid requests that cover every pair of parameter variations and every body variation. */
export function combinedCases(plain: GeneratedCase, groups: readonly (readonly Variation[])[]): GeneratedCase[] {
  const filled = groups
    .filter(({ length }) => length > 0)
    .map((group, index) => ({ group, unused: new Set(isOfBody(group) ? rotated(group, index % 2) : group) }))
  const paired = filled.filter(({ group }) => !isOfBody(group)).slice(0, mostTogether)
  const rows = pairwise(paired.map(({ group }) => Math.min(group.length, mostPaired)))
  const cases: GeneratedCase[] = []
  for (let at = 0; at < rows.length || filled.some(({ unused }) => unused.size > 0); at++) {
    const chosen = filled.flatMap((one): Variation[] => {
      const choice = rows[at]?.[paired.indexOf(one)]
      const [next] = one.unused
      const variation = choice === undefined ? next : one.group[choice]
      return variation === undefined ? [] : [variation]
    })
    const taken = apply(plain, chosen)
    for (const { unused } of filled) for (const variation of taken.variations) unused.delete(variation)
    // Variations that can't be combined are sent separately.
    if (taken.variations.length === 0) break
    cases.push(caseOf(plain, taken))
  }
  return cases
}

/** Rotates variations so that not all members are omitted, or all arrays empty, in the same request. */
function rotated<T>(list: readonly T[], by: number): readonly T[] {
  const at = by % list.length
  return [...list.slice(at), ...list.slice(0, at)]
}

function isOfBody([first]: readonly Variation[]): boolean {
  return first?.location.startsWith('body') === true
}

interface Applied {
  readonly input: GeneratedCase['input']
  readonly variations: readonly Variation[]
}

/** Applies compatible variations to the plain request. */
function apply({ input: plain }: GeneratedCase, chosen: readonly Variation[]): Applied {
  let input = plain
  const variations: Variation[] = []
  for (const variation of chosen) {
    const changed = variation.apply(input)
    if (changed === undefined) continue
    input = changed
    variations.push(variation)
  }
  return { input, variations }
}

function caseOf(plain: GeneratedCase, { input, variations }: Applied): GeneratedCase {
  const { operation } = plain
  const alone = variations.map((variation) => {
    const { location, what, schemaPointer } = variation
    const input = variation.apply(plain.input) ?? plain.input
    return makeCase({ operation, mode: 'positive', location, what, input, ...(schemaPointer && { schemaPointer }) })
  })
  const [only, ...others] = alone
  if (only !== undefined && others.length === 0) return only
  const what = alone.map(({ location, what: each }) => `${location} ${each}`).join(', ')
  return {
    ...makeCase({ operation, mode: 'positive', location: 'request', what: `combines: ${what}`, input }),
    parts: alone,
  }
}
