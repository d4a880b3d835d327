import type { UnionBranch, UnionEvidence } from '../../model/finding.ts'
import type { CheckedUnion, Violation } from '../../model/observation.ts'
import { joinPointer, pointerTokens } from '../../util/pointer.ts'
import { showNames, showValue, showValues, typeName } from '../../util/value.ts'
import type { Redactor } from '../redaction/redact.ts'

/** Maximum number of branches, and of violations per branch. */
const most = { branches: 8, errors: 3 }

/** Converts unions to evidence without received values; redacts names. */
export function unionEvidence(
  unions: readonly CheckedUnion[] = [],
  redactor: Redactor,
): { readonly unions?: readonly UnionEvidence[] } {
  if (unions.length === 0) return {}
  const clean = (pointer: string) => joinPointer('', ...pointerTokens(pointer).map(redactor.text))
  return {
    unions: unions.map(({ keyword, instancePointer, schemaPointer, branches }) => ({
      keyword,
      instanceLocation: clean(instancePointer),
      schemaLocation: schemaPointer,
      branches: branches.slice(0, most.branches).map((branch) => branchOf(branch, clean, redactor)),
      ...moreOf(branches.length, most.branches),
    })),
  }
}

function branchOf(
  { schemaPointer, violations }: CheckedUnion['branches'][number],
  clean: (pointer: string) => string,
  redactor: Redactor,
): UnionBranch {
  return {
    schemaLocation: schemaPointer,
    errors: violations.slice(0, most.errors).map((violation) => ({
      instanceLocation: clean(violation.instancePointer),
      keyword: violation.keyword,
      error: redactor.text(errorOf(violation)),
    })),
    ...moreOf(violations.length, most.errors),
  }
}

function moreOf(count: number, shown: number): { readonly more?: number } {
  return count > shown ? { more: count - shown } : {}
}

/** Describes a violation by the schema alone, because the value may be a secret in another branch. */
function errorOf({ keyword, expected, observed, property, cause }: Violation): string {
  if (keyword === 'required') return `lacks ${showValue(property ?? '')}`
  if (keyword === 'nullable') return 'is null, which is not allowed'
  if (keyword === 'type') {
    const wanted = Array.isArray(expected) ? showNames(expected.map(String)) : String(expected)
    return `is of type ${typeName(observed)}, not ${wanted}`
  }
  if (keyword === 'enum' || keyword === 'discriminator')
    return `is not one of ${Array.isArray(expected) ? showValues(expected) : showValue(expected)}`
  if (keyword === 'const') return `is not ${showValue(expected)}`
  if (keyword === 'format') return `is no valid ${String(expected)}`
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') return 'is not documented there'
  if (keyword === 'not') return 'is what the schema excludes'
  if (keyword === 'oneOf') return `fits ${showValue(expected)} branches of oneOf`
  if (keyword === 'false' || keyword === 'writeOnly') return 'is not allowed there'
  if (cause !== undefined) return `has a name that does not keep ${cause.keyword} ${showValue(cause.expected)}`
  return `does not keep ${keyword} ${showValue(expected)}`
}
