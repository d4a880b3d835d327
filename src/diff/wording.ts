import type { ChangeValues } from '../model/diff/change.ts'
import type { Json, JsonObject } from '../model/json.ts'
import type { SecurityRequirement } from '../model/operation.ts'
import { canonical, equalJson, own, ownEntries } from '../util/json.ts'
import { showNames } from '../util/value.ts'

const longest = 12
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

/** `no longer offers flow implicit; offers flow authorizationCode now`: what differs between two security schemes. */
export function schemeChanges(before: JsonObject, after: JsonObject): string {
  const keywords = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => key !== 'flows')
  const moved = keywords
    .filter((key) => !equalJson(own(before, key), own(after, key)))
    .map((key) => `${schemeKeywords[key] ?? key} ${shown(own(after, key))} now, was ${shown(own(before, key))}`)
  // Between two types everything else differs too.
  if (before.type !== after.type) return moved.filter((text) => text.startsWith('type ')).join()
  const [was, is] = [new Map(ownEntries(before, 'flows')), new Map(ownEntries(after, 'flows'))]
  const names = (from: ReadonlyMap<string, Json>, other: ReadonlyMap<string, Json>): string =>
    list([...from.keys()].filter((flow) => !other.has(flow)))
  const [lost, gained] = [names(was, is), names(is, was)]
  const other = [...was].flatMap(([flow, node]) => {
    const now = is.get(flow)
    return now === undefined || equalJson(node, now) ? [] : [flowChanges(flow, node, now)]
  })
  const offers = [
    ...(lost === nothing ? [] : [`no longer offers flow ${lost}`]),
    ...(gained === nothing ? [] : [`offers flow ${gained} now`]),
  ]
  return [...moved, ...offers, ...other].join('; ')
}

const schemeKeywords: Readonly<Record<string, string>> = { metadata: 'oauth2MetadataUrl' }

function flowChanges(flow: string, before: Json, after: Json): string {
  const keys = new Set([...Object.keys(before as JsonObject), ...Object.keys(after as JsonObject)])
  const moved = [...keys].filter((key) => !equalJson(own(before, key), own(after, key)))
  return moved
    .map((key) => `${key} of flow ${flow} ${shown(own(after, key))} now, was ${shown(own(before, key))}`)
    .join('; ')
}

/** Whether a status key is one a client treats as success: 2XX, 3XX or `default` when alone is not. */
export function isSuccess(status: string | undefined): boolean {
  return status !== undefined && /^[23]/.test(status)
}

/** Position of a stability level, `stable` when none is given: higher is more stable. */
export function rankOf(level: string | undefined): number {
  return ['draft', 'alpha', 'beta', 'stable'].indexOf(level ?? 'stable')
}
