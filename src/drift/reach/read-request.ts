import type { Json } from '../../model/json.ts'
import { suitability } from '../../resources/identity.ts'
import type { Need } from '../../resources/needs.ts'
import { isObject } from '../../util/json.ts'
import { nodeAt } from '../../util/pointer.ts'
import { inputNames } from '../generation/parameters.ts'
import type { RequestInput } from '../planning/plan.ts'

/** The name that a request gives to the resource it creates. */
export interface GivenName {
  readonly value: string
  /** The member matches the parameter name, as `name` matches `{tenant_name}`; otherwise it may be a different identifier. */
  readonly isExact: boolean
}

/** Maximum suitability score that isn't a guess (`resources/identity.ts`). */
const mostExact = 2

/** Returns the name in a request body, for responses without one; otherwise undefined. */
export function givenName(body: Json | undefined, need: Need): GivenName | undefined {
  if (!isObject(body)) return undefined
  const named = Object.entries(body).flatMap(([name, value]) => {
    const score = suitability({ name, nouns: [need.noun], isKey: false }, need, [need.name])
    return typeof value !== 'string' || value === '' || score === undefined ? [] : [{ value, score }]
  })
  const [best] = named.sort((a, b) => a.score - b.score)
  return best && { value: best.value, isExact: best.score <= mostExact }
}

/** Tests for an empty array, optionally in an envelope, or a zero count, which a missing resource may return too. */
export function isEmptyList(body: Json): boolean {
  if (Array.isArray(body)) return body.length === 0
  if (!isObject(body)) return body === 0
  const lists = Object.values(body).filter((member) => Array.isArray(member))
  return lists.length > 0 && lists.every((list) => Array.isArray(list) && list.length === 0)
}

/** Returns the sent value of a need. */
export function sentValue(input: RequestInput, { in: location, name, pointer = '' }: Need): Json | undefined {
  if (location !== 'body') return input[inputNames[location]]?.[name]
  return input.body === undefined ? undefined : nodeAt(input.body, pointer)
}
