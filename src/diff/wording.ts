import type { ChangeSite, ChangeValues } from '../model/diff/change.ts'
import type { Json, JsonObject } from '../model/json.ts'
import type { SecurityRequirement } from '../model/operation.ts'
import { canonical, equalJson, isObject, own, ownEntries } from '../util/json.ts'
import { pointerTokens } from '../util/pointer.ts'
import { showNames } from '../util/value.ts'

const longest = 12
const longestValue = 120
const nothing = 'nothing'

/** `a, b and 3 more`: names, addresses or patterns as a sentence. */
export function list(names: readonly string[] | undefined): string {
  return names === undefined || names.length === 0 ? nothing : showNames(names, longest)
}

/** `"a", null and 3 more`: values as a sentence, each as JSON. */
export function values(listed: readonly Json[] | undefined): string {
  return list(listed?.map(canonical))
}

/** A keyword's value in a sentence; an empty one is none. */
function shown(value: Json | undefined): string {
  return value === '' ? 'none' : jsonOrNone(value)
}

/** One value in a sentence. */
export function jsonOrNone(value: Json | undefined): string {
  return value === undefined ? 'none' : canonical(value)
}

/** `minimum 5`, or `unbounded`. */
export function bound(value: ChangeValues['schema.bound'] | undefined): string {
  return value === undefined ? 'unbounded' : `${value.keyword} ${jsonOrNone(value.value)}`
}

/** `discriminator value "dog" selects Hound, was Dog`: what differs between two discriminators. */
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

/** The alternatives of a security list: `bearer`, `key with scopes a, b`, `no credential`. */
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

/** `style "form" now, was "deepObject"; explode true now, was false`: what differs between two objects, by member. */
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

/** `link a was removed; operationId of link b "x" now, was "y"`: what differs between two maps of named objects. */
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

/** `not {"const":"a"} was added`; a value too long for a sentence is left out. */
export function keywordChange(
  before: ChangeValues['schema.keyword'] | undefined,
  after: ChangeValues['schema.keyword'] | undefined,
): string {
  const keyword = (after ?? before)?.keyword ?? ''
  if (before !== undefined && after !== undefined) {
    if (equalJson(before.value, after.value))
      // The names of branches, of which another edit changes what they allow.
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

/** `flow implicit was removed; flow authorizationCode was added`: what differs between two security schemes. */
export function schemeChanges(before: JsonObject, after: JsonObject): string {
  // Between two types everything else differs too.
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

/** `property "a" ` where the location of a change does not end with that name: a name in `required` may be declared nowhere. */
export function unlessNamed(property: string, { location }: Pick<ChangeSite, 'location'>): string {
  return pointerTokens(location).at(-1) === property ? '' : `property ${JSON.stringify(property)} `
}

/** Whether a status key is one a client treats as success: 2XX, 3XX or `default` when alone is not. */
export function isSuccess(status: string | undefined): boolean {
  return status !== undefined && /^[23]/.test(status)
}

/** Statuses that a client can get since a status, range or `default` was added or replaced `before`; the most ordinary ones. */
export function statusesGained(before: string | undefined, after: string): readonly string[] {
  const replaced = before?.split(', ') ?? []
  // Beside a success that is still named, `default` describes errors.
  const first = replaced.some(isSuccess) ? '2' : '45'
  return ordinaryStatuses.filter((status) => {
    const isInside = after === 'default' ? first.includes(status.charAt(0)) : isInRange(status, after)
    return isInside && !replaced.some((one) => isInRange(status, one))
  })
}

/** `2XX replaces 200, so 201 or 204 may be returned now` */
export function statusesWidened(before: string, after: string): string {
  const gained = statusesGained(before, after).slice(0, 2)
  const clause = gained.length === 0 ? '' : `, so ${gained.join(' or ')} may be returned now`
  return `${after} replaces ${before}${clause}`
}

function isInRange(status: string, range: string): boolean {
  return status === range || `${status[0]}XX` === range
}

const ordinaryStatuses = '200 201 204 202 302 304 301 400 404 401 500 503 502'.split(' ')

/** Position of a stability level, `stable` when none is given: higher is more stable. */
export function rankOf(level: string | undefined): number {
  return ['draft', 'alpha', 'beta', 'stable'].indexOf(level ?? 'stable')
}
