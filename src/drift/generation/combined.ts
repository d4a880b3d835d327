import { type GeneratedCase, makeCase, type Variation } from './case.ts'
import { pairwise } from './pairwise.ts'

/** Variations of a location that are combined with each of those of every other. */
const mostPaired = 3
/** Locations whose variations are paired. */
const mostTogether = 30

/**
 * Valid requests that change several locations at once, so that few requests show every variation: every pair of parameters is
 * together in one, every value of a body in one. Each knows what it combines.
 */
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
    // What fits to nothing is sent alone.
    if (taken.variations.length === 0) break
    cases.push(caseOf(plain, taken))
  }
  return cases
}

/** Else everything optional would be left out at the same time, and all lists would be empty at the same time. */
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

/** The plain request with the variations that go together. */
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
