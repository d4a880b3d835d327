import type { Ajv2020 } from 'ajv/dist/2020.js'
import type { Json, JsonObject } from '../../model/json.ts'
import { spendOrThrow } from '../validation/budget.ts'
import type { Recall } from '../validation/recall.ts'
import type { Generated } from './generated.ts'
import type { IsValid, ValidatorOf } from './sharing.ts'

/**
 * ajv compiles all that a schema reaches before the first value is validated. A body rarely reaches much of it, so the
 * target of a `$ref` is compiled when a value does. What was evaluated behind it is not tracked: not for `unevaluated*`.
 */
export function makeRefsLazy(ajv: Ajv2020, target: (id: string) => IsValid, { recall }: Recall): void {
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

/** The same for the schemas of properties: for schemas that validate few values. Nor is this for `unevaluated*`. */
export function makePropertiesLazy(ajv: Ajv2020, validatorOf: ValidatorOf): void {
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
