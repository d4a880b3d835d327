import type { Json, JsonObject } from '../../model/json.ts'
import { isObject, own } from '../../util/json.ts'
import { membership } from '../validation/membership.ts'
import type { Generated } from './generated.ts'
import { takeSimple } from './simple-checks.ts'
import { branchesFor, casesFor } from './wide-unions.ts'

/** Whether a value is valid. */
export type IsValid = (value: Json) => boolean

/** The validator of a schema, made when it is first requested. */
export type ValidatorOf = (schema: Generated) => IsValid

/** Validators of ajv by the text of their schema, for schemas without references: documents can share them. */
export type Shared = Map<string, IsValid>

/**
 * Validators of schemas that validate few values, where compiling is the main cost. A value is valid when each keyword
 * accepts it (JSON Schema Core 2020-12 §7.6): applicators, types, sizes and keywords that only look a value up are
 * evaluated here, each part when a value has it. The other keywords are left to ajv, which compiles equal rests once.
 */
export function createSharing(shared: Shared, target: (id: string) => Generated, byAjv: ValidatorOf): ValidatorOf {
  const known = new WeakMap<Generated, IsValid>()
  const validatorOf: ValidatorOf = (schema) => {
    const made = known.get(schema) ?? find(schema)
    known.set(schema, made)
    return made
  }
  const follow = (schema: Generated): Generated => {
    const seen = new Set<Generated>()
    let at = schema
    while (typeof at.$ref === 'string' && Object.keys(at).length === 1 && !seen.has(at)) {
      seen.add(at)
      at = target(at.$ref)
    }
    return at
  }
  const find: ValidatorOf = (schema) => {
    if (typeof schema.$ref === 'string' && Object.keys(schema).length === 1) return validatorOf(target(schema.$ref))
    const [rest, checks] = split(schema, validatorOf, follow)
    const validators = Object.keys(rest).length === 0 ? checks : [validatorOfRest(rest), ...checks]
    return remembering((value) => validators.every((isValid) => isValid(value)))
  }
  const validatorOfRest: ValidatorOf = (rest) => {
    const text = JSON.stringify(rest)
    if (text.includes('"$ref":')) return byAjv(rest)
    const made = shared.get(text) ?? byAjv(rest)
    shared.set(text, made)
    return made
  }
  return validatorOf
}

/** The messages of a proof repeat the same samples, and samples are immutable. */
function remembering(isValid: IsValid): IsValid {
  const known = new WeakMap<object, boolean>()
  const scalars = new Map<Json, boolean>()
  return (value) => {
    const isObject = typeof value === 'object' && value !== null
    const verdict = (isObject ? known.get(value) : scalars.get(value)) ?? isValid(value)
    if (isObject) known.set(value, verdict)
    else {
      if (scalars.size >= 100) scalars.clear()
      scalars.set(value, verdict)
    }
    return verdict
  }
}

/** The part of a schema for ajv, and the checks done here. */
function split(
  schema: Generated,
  validatorOf: ValidatorOf,
  follow: (schema: Generated) => Generated,
): readonly [Generated, readonly IsValid[]] {
  const {
    enum: values,
    const: constant,
    required,
    properties,
    items,
    allOf,
    anyOf,
    oneOf,
    if: condition,
    ...rest
  } = schema
  const checks: IsValid[] = []
  if (constant !== undefined) checks.push(membership([constant]))
  if (Array.isArray(values)) checks.push(membership(values))
  if (Array.isArray(required)) checks.push(hasAll(required.map(String)))
  if (isObject(properties)) {
    checks.push(holds(properties, validatorOf))
    // Which properties are additional depends on their names.
    if (rest.additionalProperties !== undefined && rest.patternProperties !== undefined)
      rest.properties = namesOf(properties)
  }
  if (rest.patternProperties === undefined && rest.additionalProperties !== undefined) {
    checks.push(holdsOthers(isObject(properties) ? properties : {}, rest.additionalProperties, validatorOf))
    delete rest.additionalProperties
  }
  if (isObject(items) && rest.prefixItems === undefined) checks.push(lists(items, validatorOf))
  else if (items !== undefined) rest.items = items
  if (Array.isArray(allOf)) {
    const cases = casesFor(allOf as readonly Generated[])
    checks.push((value) => cases(value).every((schema) => validatorOf(schema)(value)))
  }
  if (isObject(condition)) checks.push(chooses(condition, rest, validatorOf))
  const { then: _, else: __, ...written } = rest
  const [asserted, simple] = takeSimple(written)
  // First what takes least, and keeps the other checks from values they are not about.
  checks.unshift(...simple)
  if (Array.isArray(anyOf)) checks.push(matches(anyOf, validatorOf, follow, { isOne: false }))
  if (Array.isArray(oneOf)) checks.push(matches(oneOf, validatorOf, follow, { isOne: true }))
  return [asserted, checks]
}

/** Whether one of the branches holds: exactly one, or any. No more are tried than decide it. */
function matches(
  schemas: readonly Json[],
  validatorOf: ValidatorOf,
  follow: (schema: Generated) => Generated,
  { isOne }: { readonly isOne: boolean },
): IsValid {
  // The values of these keywords are generated schemas.
  const branches = branchesFor(schemas as readonly Generated[], follow)
  return (value) => {
    let count = 0
    for (const schema of branches(value)) {
      if (!validatorOf(schema)(value)) continue
      count++
      if (!isOne || count > 1) break
    }
    return count === 1
  }
}

/** One of two schemas, or what is not written: anything. */
function chooses(condition: Generated, { then: yes, else: no }: Generated, validatorOf: ValidatorOf): IsValid {
  return (value) => {
    const chosen = validatorOf(condition)(value) ? yes : no
    return !isObject(chosen) || validatorOf(chosen)(value)
  }
}

function hasAll(names: readonly string[]): IsValid {
  return (value) => !isObject(value) || names.every((name) => Object.hasOwn(value, name))
}

function holds(properties: JsonObject, validatorOf: ValidatorOf): IsValid {
  return (value) =>
    !isObject(value) ||
    Object.keys(value).every((name) => {
      const schema = own(properties, name)
      return !isObject(schema) || validatorOf(schema)(value[name] ?? null)
    })
}

/** What may be under the names that `properties` does not declare. */
function holdsOthers(declared: JsonObject, schema: Json, validatorOf: ValidatorOf): IsValid {
  if (schema === true) return () => true
  return (value) =>
    !isObject(value) ||
    Object.keys(value).every((name) => {
      if (Object.hasOwn(declared, name)) return true
      return isObject(schema) && validatorOf(schema)(value[name] ?? null)
    })
}

function lists(items: Generated, validatorOf: ValidatorOf): IsValid {
  return (value) => !Array.isArray(value) || value.every((item) => validatorOf(items)(item))
}

function namesOf(properties: JsonObject): Generated {
  return Object.fromEntries(Object.keys(properties).map((name) => [name, {}]))
}
