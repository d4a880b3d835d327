import type { ErrorObject, FuncKeywordDefinition, Options, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Json } from '../model/json.ts'
import { canonical } from '../util/json.ts'
import { isMultipleOf } from './decimal.ts'
import { formats } from './formats.ts'
import type { Component, Generated } from './generated.ts'
import { compilePattern } from './patterns.ts'

/** The first thing ajv refused, or undefined. */
export type Verdict = ErrorObject | undefined

/** ajv, set up so that it never changes a value, never looks at inherited properties and never backtracks. */
export interface Engine {
  /** Makes a component known under the id that `$ref`s call it by; compiled when first needed. */
  add(component: Component): void
  /** Compiles a schema; throws what ajv throws. */
  prepare(schema: Generated): void
  /** Decides whether a value is valid. */
  judge(schema: Generated, value: Json): Verdict
  /** All that the schema's own assertions (see `assertions`) refuse; looks at nothing inside the value. */
  assert(schema: Generated, value: Json): readonly ErrorObject[]
}

/** Keywords that say something about the value itself. What ajv reports for them is a violation as it is. */
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

/** Makes an engine of its own registry. */
export function createEngine(): Engine {
  const components: Component[] = []
  let [judging, judges] = [createAjv({}), new WeakMap<Generated, ValidateFunction>()]
  let isCareful = false
  const asserting = createAjv({ allErrors: true, ownProperties: true })
  const asserters = new WeakMap<Generated, ValidateFunction | undefined>()
  const judgeOf = (schema: Generated): ValidateFunction => {
    const known = judges.get(schema)
    if (known !== undefined) return known
    const made = judging.compile(schema)
    judges.set(schema, made)
    return made
  }
  return {
    add(component) {
      components.push(component)
      if (!component.namesInherited || isCareful) judging.addSchema(component.schema, component.id, false, false)
      else {
        // Asking each time whether a property is an own one doubles the time: only where a name calls for it.
        isCareful = true
        judging = createAjv({ ownProperties: true })
        judges = new WeakMap()
        for (const { id, schema } of components) judging.addSchema(schema, id, false, false)
      }
    },
    prepare: (schema) => void judgeOf(schema),
    judge(schema, value) {
      const validate = judgeOf(schema)
      return validate(value) ? undefined : validate.errors?.at(-1)
    },
    assert(schema, value) {
      if (!asserters.has(schema)) {
        const own = assertions.filter((keyword) => Object.hasOwn(schema, keyword))
        const picked = Object.fromEntries(own.map((keyword) => [keyword, schema[keyword]]))
        asserters.set(schema, own.length === 0 ? undefined : asserting.compile(picked))
      }
      const validate = asserters.get(schema)
      return validate === undefined || validate(value) ? [] : (validate.errors ?? [])
    },
  }
}

type OwnKeyword = FuncKeywordDefinition & { readonly keyword: string }

/**
 * Where ajv's own keyword is wrong for us: binary fractions for multipleOf, and an equality that calls
 * `valueOf` and `toString` of the values compared, which a hostile body can define.
 */
const ownKeywords: readonly OwnKeyword[] = [
  {
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    validate: (step: number, value: number) => isMultipleOf(value, step),
  },
  { keyword: 'enum', schemaType: 'array', compile: (values: Json[]) => membership(values) },
  { keyword: 'const', compile: (value: Json) => membership([value]) },
  {
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isUnique: boolean, items: Json[]) => !isUnique || new Set(items.map(canonical)).size === items.length,
  },
]

/** Scalars by themselves, objects and lists by their canonical text. */
function membership(values: readonly Json[]): (value: Json) => boolean {
  const scalars: ReadonlySet<Json> = new Set(values.filter((value) => typeof value !== 'object' || value === null))
  const others = new Set(values.filter((value) => typeof value === 'object' && value !== null).map(canonical))
  return (value) => scalars.has(value) || (others.size > 0 && typeof value === 'object' && others.has(canonical(value)))
}

function createAjv(options: Options): Ajv2020 {
  const regExp = Object.assign((source: string) => compilePattern(source), { code: 'compilePattern' })
  const ajv = new Ajv2020({
    ...options,
    strict: false,
    validateSchema: false,
    addUsedSchema: false,
    inlineRefs: false,
    logger: false,
    code: { regExp },
  })
  for (const definition of ownKeywords) {
    ajv.removeKeyword(definition.keyword)
    ajv.addKeyword(definition)
  }
  for (const [name, format] of formats) ajv.addFormat(name, format)
  return ajv
}
