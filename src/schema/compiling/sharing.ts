import type { Json, JsonObject } from '../../model/json.ts'
import { isObject, own } from '../../util/json.ts'
import { compilePattern } from '../patterns/patterns.ts'
import { hasFormat } from '../sampling/scalar.ts'
import { membership } from '../validation/membership.ts'
import type { Generated } from './generated.ts'
import { limits, ownAssertions } from './own-assertions.ts'
import { branchesFor, casesFor } from './wide-unions.ts'

const lengthOf: SizeOf = (value) => (typeof value === 'string' ? charactersOf(value) : undefined)

const itemsOf: SizeOf = (value) => (Array.isArray(value) ? value.length : undefined)

const membersOf: SizeOf = (value) => (isObject(value) ? Object.keys(value).length : undefined)

const sizes: Readonly<Record<string, { readonly of: SizeOf; readonly isLeast: boolean }>> = {
  minLength: { of: lengthOf, isLeast: true },
  maxLength: { of: lengthOf, isLeast: false },
  minItems: { of: itemsOf, isLeast: true },
  maxItems: { of: itemsOf, isLeast: false },
  minProperties: { of: membersOf, isLeast: true },
  maxProperties: { of: membersOf, isLeast: false },
}

const assertions = new Map([...ownAssertions, ...limits].map((one) => [one.keyword, one]))

export type IsValid = (value: Json) => boolean

/** Returns the validator of a schema, compiled on first use. */
export type ValidatorOf = (schema: Generated) => IsValid

/** Validators of schemas that are not split. */
interface Validators {
  readonly byAjv: ValidatorOf
  /** For the target of a `$ref`, which may have keywords that only ajv can validate. */
  readonly validatorOf: ValidatorOf
}

/** ajv validators by schema text. Only schemas without references, so that documents can share them. */
export type Shared = Map<string, IsValid>

/**
 * Creates validators for schemas that check few values. Applicators, types and sizes are evaluated here, only for the parts a value has
 * (JSON Schema Core 2020-12 §7.6). ajv validates the other keywords and compiles equal remainders once.
 */
export function createSharing(
  shared: Shared,
  target: (id: string) => Generated,
  { byAjv, validatorOf: validatorOfTarget }: Validators,
): ValidatorOf {
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
    if (typeof schema.$ref === 'string' && Object.keys(schema).length === 1)
      return validatorOfTarget(target(schema.$ref))
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

/** Caches verdicts, because proofs validate the same immutable samples repeatedly. */
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

/** Splits a schema into the part for ajv and the checks implemented here. */
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
    // `additionalProperties` depends on the declared names.
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
  // Cheapest first; a type check also keeps the other checks from values they don't apply to.
  checks.unshift(...simple)
  if (Array.isArray(anyOf)) checks.push(matches(anyOf, validatorOf, follow, { isOne: false }))
  if (Array.isArray(oneOf)) checks.push(matches(oneOf, validatorOf, follow, { isOne: true }))
  return [asserted, checks]
}

/** Checks `anyOf` (at least one branch) or `oneOf` (exactly one) and stops at the deciding branch. */
function matches(
  schemas: readonly Json[],
  validatorOf: ValidatorOf,
  follow: (schema: Generated) => Generated,
  { isOne }: { readonly isOne: boolean },
): IsValid {
  // Values of these keywords are generated schemas.
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

/** Checks `if`/`then`/`else`; a missing branch accepts any value. */
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

/** Checks properties that `properties` doesn't declare. */
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

type Check = (value: Json) => boolean

/** Size that a keyword limits, or `undefined` for types it doesn't apply to. */
type SizeOf = (value: Json) => number | undefined

/** Extracts keywords about single values as checks (JSON Schema Validation 2020-12 §6, §7), because ajv takes long to compile them. */
function takeSimple(schema: Generated): readonly [rest: Generated, checks: readonly Check[]] {
  const rest: Generated = {}
  const checks: Check[] = []
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword] ?? null
    const check = checkOf(keyword, value)
    if (check === undefined) rest[keyword] = value
    else checks.push(check)
  }
  return [rest, checks]
}

function checkOf(keyword: string, wanted: Json): Check | undefined {
  if (keyword === 'type') return isOneOf(Array.isArray(wanted) ? wanted : [wanted])
  if (keyword === 'format') return isOfFormat(String(wanted))
  if (keyword === 'pattern') {
    const pattern = compilePattern(String(wanted))
    return (value) => typeof value !== 'string' || pattern.test(value)
  }
  const size = Object.hasOwn(sizes, keyword) ? sizes[keyword] : undefined
  if (size !== undefined && typeof wanted === 'number') return isSized(size.of, wanted, size.isLeast)
  const assertion = assertions.get(keyword)
  if (assertion === undefined) return undefined
  const { type, holds } = assertion
  return (value) => (type === 'array' ? !Array.isArray(value) : typeof value !== type) || holds(wanted, value)
}

function isOfFormat(name: string): Check {
  return (value) => (typeof value !== 'string' && typeof value !== 'number') || hasFormat(value, name)
}

function isSized(of: SizeOf, limit: number, isLeast: boolean): Check {
  return (value) => {
    const size = of(value)
    return size === undefined || (isLeast ? size >= limit : size <= limit)
  }
}

function isOneOf(types: readonly Json[]): Check {
  return (value) => types.some((type) => isOfType(value, type))
}

function isOfType(value: Json, type: Json): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

/** Length in code points (§6.3.1). */
function charactersOf(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length - 1; at++) {
    const isPair = (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
    if (!isPair) continue
    count--
    at++
  }
  return count
}
