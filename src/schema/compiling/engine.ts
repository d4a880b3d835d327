import type { ErrorObject, Options, ValidateFunction } from 'ajv'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import type { Json, JsonObject } from '../../model/json.ts'
import { spendOrThrow } from '../validation/budget.ts'
import { createRecall, type Recall } from '../validation/recall.ts'
import { type Ajv, createAjv } from './ajv.ts'
import type { Component, Generated, Needs } from './generated.ts'
import { createSharing, type IsValid, type Shared, type ValidatorOf } from './sharing.ts'

/** The first ajv error, or `undefined` if the value is valid. */
export type Verdict = ErrorObject | undefined

/** ajv, configured to never mutate values, never read inherited properties and match patterns in linear time. */
export interface Engine {
  /** Registers a component under the id that `$ref`s use. It is compiled on first use. */
  add(component: Component): void
  /** Compiles a schema. Throws `NotCompiled`, as does validation, which compiles `$ref` targets when a value reaches them. */
  prepare(schema: Generated): void
  /** Returns the first error, or `undefined` for a valid value. */
  firstError(schema: Generated, value: Json): Verdict
  /** Returns all ajv errors. Used for keywords that need ajv's state, such as the evaluated properties. */
  refusals(schema: Generated, value: Json): readonly ErrorObject[]
  /** Returns the errors of the schema's own assertions (see `assertions`) without validating child values. */
  assert(schema: Generated, value: Json): readonly ErrorObject[]
}

/** Keywords that constrain the value itself. Their ajv errors become violations unchanged. */
export const assertions = [
  'type',
  'enum',
  'const',
  'multipleOf',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'format',
  'maxItems',
  'minItems',
  'uniqueItems',
  'maxProperties',
  'minProperties',
  'required',
  'dependentRequired',
] as const

/** Thrown when ajv can't compile a schema; the message has the reason. */
export class NotCompiled extends Error {
  override readonly name = 'NotCompiled'
}

function compiled(make: () => ValidateFunction): ValidateFunction {
  try {
    return make()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    // ajv compiles schemas recursively.
    const isDeep = error instanceof RangeError && /call stack/.test(message)
    throw new NotCompiled(isDeep ? 'it is nested too deeply for the validator' : message, { cause: error })
  }
}

/** Placeholder error for values rejected by our own code instead of ajv. */
const refused: ErrorObject = { keyword: 'false schema', instancePath: '', schemaPath: '', params: {} }

interface EngineOptions {
  /** If set, schemas are split and compiled only as far as values reach. */
  readonly shared: Shared | undefined
  /** Compares numbers by all their digits. */
  readonly isExact: boolean
  /** Returns the component that a `$ref` names, after `add` received it. */
  target(id: string): Component
}

/** Creates an engine with its own registry. */
export function createEngine({ shared, isExact, target: targetOf }: EngineOptions): Engine {
  const components = new Map<string, Component>()
  const recall = createRecall()
  let validators = new WeakMap<Generated, ValidateFunction>()
  let done: Needs = { ownProperties: false, unevaluated: false }
  let asserting: Ajv | undefined
  const asserters = new WeakMap<Generated, ValidateFunction | undefined>()
  let thorough: Ajv | undefined
  let refusers = new WeakMap<Generated, ValidateFunction>()
  const refuserOf = (schema: Generated): ValidateFunction => {
    if (thorough === undefined) {
      thorough = createAjv({ ...done, allErrors: true }, isExact)
      for (const { id, schema: known } of components.values()) thorough.addSchema(known, id, false, false)
    }
    const ajv = thorough
    const made = refusers.get(schema) ?? compiled(() => ajv.compile(schema))
    refusers.set(schema, made)
    return made
  }
  const byAjv = (schema: Generated): ValidateFunction => {
    const known = validators.get(schema)
    if (known !== undefined) return known
    const made = compiled(() => validator().compile(schema))
    validators.set(schema, made)
    return made
  }
  const target = (id: string): Generated => targetOf(id).schema
  // Only ajv tracks evaluated properties.
  const validatorOf = (schema: Generated): IsValid =>
    sharing === undefined || done.unevaluated ? byAjv(schema) : sharing(schema)
  const sharing = shared === undefined ? undefined : createSharing(shared, target, { byAjv, validatorOf })
  function createValidating(needs: Options): Ajv {
    const ajv = createAjv(needs, isExact)
    if (needs.unevaluated === true) return ajv
    makeRefsLazy(ajv, (id) => validatorOf(target(id)), recall)
    if (shared !== undefined) makePropertiesLazy(ajv, validatorOf)
    return ajv
  }
  let validating: Ajv | undefined
  const validator = (): Ajv => {
    validating ??= createValidating(done)
    return validating
  }
  return {
    add(component) {
      components.set(component.id, component)
      thorough = undefined
      refusers = new WeakMap()
      const ownProperties = done.ownProperties || component.needs.ownProperties
      const unevaluated = done.unevaluated || component.needs.unevaluated
      const isNew = ownProperties !== done.ownProperties || unevaluated !== done.unevaluated
      if (isNew) {
        done = { ownProperties, unevaluated }
        validating = undefined
        validators = new WeakMap()
      }
      // In other engines, references are followed without ajv.
      if (!unevaluated) return
      for (const { id, schema } of isNew ? components.values() : [component])
        validator().addSchema(schema, id, false, false)
    },
    prepare: (schema) => void validatorOf(schema),
    firstError(schema, value) {
      recall.begin()
      const validate: IsValid & { errors?: ErrorObject[] | null } = validatorOf(schema)
      return validate(value) ? undefined : (validate.errors?.at(-1) ?? refused)
    },
    refusals(schema, value) {
      const validate = refuserOf(schema)
      return validate(value) ? [] : (validate.errors ?? [refused])
    },
    assert(schema, value) {
      if (!asserters.has(schema)) {
        const own = assertions.filter((keyword) => Object.hasOwn(schema, keyword))
        const picked = Object.fromEntries(own.map((keyword) => [keyword, schema[keyword]]))
        asserting ??= createAjv({ allErrors: true, ownProperties: true }, isExact)
        asserters.set(schema, own.length === 0 ? undefined : asserting.compile(picked))
      }
      const validate = asserters.get(schema)
      return validate === undefined || validate(value) ? [] : (validate.errors ?? [])
    },
  }
}

/** Replaces ajv's `$ref`, which compiles all reachable schemas first: compiles each target on first use. Not for `unevaluated*`. */
function makeRefsLazy(ajv: Ajv2020, target: (id: string) => IsValid, { recall }: Recall): void {
  ajv.removeKeyword('$ref')
  ajv.addKeyword({
    keyword: '$ref',
    schemaType: 'string',
    compile: (id: string) => {
      let isValid: IsValid | undefined
      return (value: Json) => {
        spendOrThrow()
        isValid ??= target(id)
        return recall(isValid, value)
      }
    },
  })
}

/** Compiles property schemas on first use too, which pays off for schemas that validate few values. Not for `unevaluated*`. */
function makePropertiesLazy(ajv: Ajv2020, validatorOf: ValidatorOf): void {
  ajv.removeKeyword('properties')
  ajv.addKeyword({
    keyword: 'properties',
    type: 'object',
    schemaType: 'object',
    compile: (schemas: Readonly<Record<string, Generated>>) => (value: JsonObject) =>
      Object.keys(value).every((name) => {
        const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
        return schema === undefined || validatorOf(schema)(value[name] ?? null)
      }),
  })
}
