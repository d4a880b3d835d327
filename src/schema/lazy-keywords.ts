import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js'
import type { Json, JsonObject } from '../model/json.ts'
import type { Generated } from './generated.ts'

/** The validator of a schema, made when it is first asked for. */
export type ValidatorOf = (schema: Generated) => ValidateFunction

/**
 * ajv compiles all that a schema reaches before the first value is judged. A body rarely reaches much of it, so the
 * target of a `$ref` is compiled when a value does. What was evaluated behind it is not tracked: not for `unevaluated*`.
 */
export function makeRefsLazy(ajv: Ajv2020, target: (id: string) => ValidateFunction): void {
  ajv.removeKeyword('$ref')
  ajv.addKeyword({
    keyword: '$ref',
    schemaType: 'string',
    compile: (id: string) => {
      let validate: ValidateFunction | undefined
      return (value: Json) => {
        validate ??= target(id)
        // Nothing is asynchronous here: a validator of ours returns a boolean.
        return validate(value) as boolean
      }
    },
  })
}

/** The same for the schemas of properties: for schemas that few values are judged by. Nor is this for `unevaluated*`. */
export function makePropertiesLazy(ajv: Ajv2020, validatorOf: ValidatorOf): void {
  ajv.removeKeyword('properties')
  ajv.addKeyword({
    keyword: 'properties',
    type: 'object',
    schemaType: 'object',
    compile: (schemas: Readonly<Record<string, Generated>>) => (value: JsonObject) =>
      Object.keys(value).every((name) => {
        const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
        return schema === undefined || validatorOf(schema)(value[name])
      }),
  })
}
