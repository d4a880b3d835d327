import type { Json } from '../../model/json.ts'
import { suitability } from '../../resources/identity.ts'
import type { Need } from '../../resources/needs.ts'
import { isObject } from '../../util/json.ts'
import { nodeAt } from '../../util/pointer.ts'
import { inputNames } from '../generation/parameters.ts'
import type { RequestInput } from '../planning/plan.ts'

/** How a request calls what it makes. */
export interface GivenName {
  readonly value: string
  /** It is called as the parameter is that takes it: `name` for `{tenant_name}`. Else it may be another name of it. */
  readonly isExact: boolean
}

/** What a suitability that is no guess is at most (`resources/identity.ts`). */
const mostExact = 2

/** The name that the body of a request gives to what it makes, for responses that show none; undefined where it gives none. */
export function givenName(body: Json | undefined, need: Need): GivenName | undefined {
  if (!isObject(body)) return undefined
  const named = Object.entries(body).flatMap(([name, value]) => {
    const score = suitability({ name, nouns: [need.noun], isKey: false }, need, [need.name])
    return typeof value !== 'string' || value === '' || score === undefined ? [] : [{ value, score }]
  })
  const [best] = named.sort((a, b) => a.score - b.score)
  return best && { value: best.value, isExact: best.score <= mostExact }
}

/** A list without items, bare or in an envelope, or none counted: what does not exist has no items either. */
export function isEmptyList(body: Json): boolean {
  if (Array.isArray(body)) return body.length === 0
  if (!isObject(body)) return body === 0
  const lists = Object.values(body).filter((member) => Array.isArray(member))
  return lists.length > 0 && lists.every((list) => Array.isArray(list) && list.length === 0)
}

/** The value of a need in a request. */
export function sentValue(input: RequestInput, { in: location, name, pointer = '' }: Need): Json | undefined {
  if (location !== 'body') return input[inputNames[location]]?.[name]
  return input.body === undefined ? undefined : nodeAt(input.body, pointer)
}
