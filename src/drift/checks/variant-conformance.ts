import type { Json } from '../../model/json.ts'
import { defineCheck, type Violation } from '../../model/observation.ts'
import { showValue, showValues } from '../../util/value.ts'

const keywords = new Set(['oneOf', 'not', 'discriminator', 'contains', 'maxContains', 'dependentRequired'])

export default defineCheck({
  id: 'variant-conformance',
  title: 'A value that matches no variant, or more than one',
  why: 'A client that distinguishes the variants as documented treats this value as a wrong or unknown variant.',
  fix: 'Send a value of exactly one documented variant, or document the variant that is sent.',
  severity: 'error',
  reads: 'violations',
  judge({ violations, propose }) {
    return violations
      .filter(({ keyword }) => keywords.has(keyword))
      .map((violation) => ({
        ...violation,
        message: messageOf(violation),
        key: violation.keyword === 'discriminator' ? violation.observed : violation.keyword,
        patch: propose.admit(violation),
      }))
  },
})

function messageOf({ keyword, observed, expected, property }: Violation): string {
  const listed = Array.isArray(expected) ? showValues(expected) : showValue(expected)
  if (keyword === 'oneOf') return `fits ${listed} variants of oneOf, and must fit exactly one`
  if (keyword === 'not') return 'is what the contract excludes with not'
  if (keyword === 'discriminator')
    return `is ${showValue(observed)}, which names no variant; documented: ${tagsIn(expected)}`
  if (keyword === 'contains') return `contains fewer than ${listed} of the items it must contain`
  if (keyword === 'maxContains') return `contains more than ${listed} of the items it may contain`
  return `lacks ${property ?? 'a property'}, which another property makes required`
}

/** Omits number tags whose string form is also listed, as in `1` and the mapping key `"1"`. */
function tagsIn(expected: Json | undefined): string {
  const tags = Array.isArray(expected) ? expected : []
  return showValues(tags.filter((tag) => typeof tag === 'string' || !tags.includes(String(tag))))
}
