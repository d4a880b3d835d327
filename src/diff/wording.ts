import type { ChangeValues } from '../model/change.ts'
import type { Json } from '../model/json.ts'
import type { SecurityRequirement } from '../model/operation.ts'
import { canonical } from '../util/json.ts'
import { showNames } from '../util/value.ts'

const longest = 12

/** `a, b and 3 more`: names, addresses or patterns as a sentence. */
export function list(names: readonly string[] | undefined): string {
  return names === undefined || names.length === 0 ? 'nothing' : showNames(names, longest)
}

/** `"a", null and 3 more`: values as a sentence, each as JSON. */
export function values(listed: readonly Json[] | undefined): string {
  return list(listed?.map(canonical))
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

/** Whether a status key is one a client treats as success: 2XX, 3XX or `default` when alone is not. */
export function isSuccess(status: string | undefined): boolean {
  return status !== undefined && /^[23]/.test(status)
}

/** Position of a stability level, `stable` when none is given: higher is more stable. */
export function rankOf(level: string | undefined): number {
  return ['draft', 'alpha', 'beta', 'stable'].indexOf(level ?? 'stable')
}
