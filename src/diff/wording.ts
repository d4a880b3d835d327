import type { ChangeSite, ChangeValues } from '../model/diff/change.ts'
import type { Json, JsonObject } from '../model/json.ts'
import type { SecurityRequirement } from '../model/operation.ts'
import { canonical, equalJson, isObject, own, ownEntries } from '../util/json.ts'
import { pointerTokens } from '../util/pointer.ts'
import { showNames } from '../util/value.ts'

const longest = 12
const longestValue = 120
const nothing = 'nothing'

/** Formats names, URLs or patterns: `a, b and 3 more`. */
export function list(names: readonly string[] | undefined): string {
  return names === undefined || names.length === 0 ? nothing : showNames(names, longest)
}

/** Formats values as JSON: `"a", null and 3 more`. */
export function values(listed: readonly Json[] | undefined): string {
  return list(listed?.map(canonical))
}

function shown(value: Json | undefined): string {
  return value === '' ? 'none' : jsonOrNone(value)
}

export function jsonOrNone(value: Json | undefined): string {
  return value === undefined ? 'none' : canonical(value)
}

/** Formats a bound: `minimum 5`, or `unbounded`. */
export function bound(value: ChangeValues['schema.bound'] | undefined): string {
  return value === undefined ? 'unbounded' : `${value.keyword} ${jsonOrNone(value.value)}`
}

/** Describes the differences of two discriminators: `discriminator value "dog" selects Hound, was Dog`. */
export function discriminatorChanges(
  before: ChangeValues['schema.discriminator'],
  after: ChangeValues['schema.discriminator'],
): string {
  const [was, is] = [new Map(Object.entries(before.mapping ?? {})), new Map(Object.entries(after.mapping ?? {}))]
  const [moved, fallback] = [before.propertyName !== after.propertyName, before.defaultMapping !== after.defaultMapping]
  const lost = [...was].map(([value, name]) => {
    const now = is.get(value)
    return `value ${jsonOrNone(value)} ${now === undefined ? `no longer selects ${name}` : `selects ${now}, was ${name}`}`
  })
  const gained = [...is]
    .filter(([value]) => !was.has(value))
    .map(([value, name]) => `value ${jsonOrNone(value)} selects ${name}`)
  const all = [
    ...(moved ? [`property is ${jsonOrNone(after.propertyName)}, was ${jsonOrNone(before.propertyName)}`] : []),
    ...(fallback
      ? [`defaultMapping is ${after.defaultMapping ?? 'none'}, was ${before.defaultMapping ?? 'none'}`]
      : []),
    ...lost,
    ...gained,
  ]
  return `discriminator ${all.join('; ')}`
}

/** Formats the alternatives of a security list: `bearer`, `key with scopes a, b`, `no credential`. */
export function alternatives(security: readonly SecurityRequirement[] | undefined): string {
  if (security === undefined || security.length === 0) return 'no credential'
  return security
    .map((schemes) => {
      const named = Object.entries(schemes).map(([name, scopes]) =>
        scopes.length > 0 ? `${name} with ${list(scopes)}` : name,
      )
      return named.length > 0 ? named.join(' and ') : 'no credential'
    })
    .join(' or ')
}

/** Describes the differing members of two objects: `style "form" now, was "deepObject"; explode true now, was false`. */
export function memberChanges(
  before: JsonObject | undefined,
  after: JsonObject | undefined,
  called = (key: string): string => key,
): string {
  const of = (node: JsonObject | undefined, key: string): Json | undefined => node && own(node, key)
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((key) => !equalJson(of(before, key), of(after, key)))
    .map((key) => {
      const [was, is] = [shown(of(before, key)), shown(of(after, key))]
      return Math.max(was.length, is.length) > longestValue
        ? `${called(key)} differs`
        : `${called(key)} ${is} now, was ${was}`
    })
    .join('; ')
}

/** Describes the differences of two maps of named objects: `link a was removed; operationId of link b "x" now, was "y"`. */
export function entryChanges(noun: string, before: JsonObject = {}, after: JsonObject = {}): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .filter((name) => !equalJson(own(before, name), own(after, name)))
    .map((name) => {
      const [was, is] = [own(before, name), own(after, name)]
      if (is === undefined) return `${noun} ${name} was removed`
      if (was === undefined) return `${noun} ${name} was added`
      if (!isObject(was) || !isObject(is)) return `${noun} ${name} differs`
      return memberChanges(was, is, (key) => `${key} of ${noun} ${name}`)
    })
    .join('; ')
}

/** Describes a keyword change: `not {"const":"a"} was added`. Omits long values. */
export function keywordChange(
  before: ChangeValues['schema.keyword'] | undefined,
  after: ChangeValues['schema.keyword'] | undefined,
): string {
  const keyword = (after ?? before)?.keyword ?? ''
  if (before !== undefined && after !== undefined) {
    if (equalJson(before.value, after.value))
      // The branch names are equal; another edit changed what they allow.
      return before.keyword === keyword ? `${keyword} allows other values now` : `${keyword} now, was ${before.keyword}`
    return memberChanges({ [keyword]: before.value }, { [keyword]: after.value })
  }
  const value = jsonOrNone((after ?? before)?.value)
  const property = (after ?? before)?.property
  if (property !== undefined) {
    const short = value.length > longestValue ? '' : ` ${value}`
    return `${keyword}${short} ${after === undefined ? 'no longer applies' : 'applies'} to property ${jsonOrNone(property)}${after === undefined ? '' : ' now'}`
  }
  return `${keyword} ${value.length > longestValue ? '' : `${value} `}was ${after === undefined ? 'removed' : 'added'}`
}

/** Describes the differences of two security schemes: `flow implicit was removed; flow authorizationCode was added`. */
export function schemeChanges(before: JsonObject, after: JsonObject): string {
  // With different types, all other members also differ.
  if (before.type !== after.type)
    return memberChanges({ type: own(before, 'type') ?? null }, { type: own(after, 'type') ?? null })
  const moved = memberChanges(
    { ...before, flows: null },
    { ...after, flows: null },
    (key) => schemeKeywords[key] ?? key,
  )
  return [moved, entryChanges('flow', flowsOf(before), flowsOf(after))].filter((text) => text !== '').join('; ')
}

const schemeKeywords: Readonly<Record<string, string>> = { metadata: 'oauth2MetadataUrl' }

function flowsOf(scheme: JsonObject): JsonObject {
  return Object.fromEntries(ownEntries(scheme, 'flows'))
}

/** Returns `property "a" ` unless the location already ends with that name, for names in `required` that aren't declared. */
export function unlessNamed(property: string, { location }: Pick<ChangeSite, 'location'>): string {
  return pointerTokens(location).at(-1) === property ? '' : `property ${JSON.stringify(property)} `
}

/** Returns whether a status is a success for clients: 2XX or 3XX. `default` is not. */
export function isSuccess(status: string | undefined): boolean {
  return status !== undefined && /^[23]/.test(status)
}

/** Returns the most common statuses that clients can get since `after` was added or replaced `before`. */
export function statusesGained(before: string | undefined, after: string): readonly string[] {
  const replaced = before?.split(', ') ?? []
  // Next to a listed success, `default` describes errors.
  const first = replaced.some(isSuccess) ? '2' : '45'
  return ordinaryStatuses.filter((status) => {
    const isInside = after === 'default' ? first.includes(status.charAt(0)) : isInRange(status, after)
    return isInside && !replaced.some((one) => isInRange(status, one))
  })
}

/** Formats a widened status: `2XX replaces 200, so 201 or 204 may be returned now`. */
export function statusesWidened(before: string, after: string): string {
  const gained = statusesGained(before, after).slice(0, 2)
  const clause = gained.length === 0 ? '' : `, so ${gained.join(' or ')} may be returned now`
  return `${after} replaces ${before}${clause}`
}

function isInRange(status: string, range: string): boolean {
  return status === range || `${status[0]}XX` === range
}

const ordinaryStatuses = '200 201 204 202 302 304 301 400 404 401 500 503 502'.split(' ')

/** Returns the rank of a stability level; higher is more stable. Default: `stable`. */
export function rankOf(level: string | undefined): number {
  return ['draft', 'alpha', 'beta', 'stable'].indexOf(level ?? 'stable')
}
