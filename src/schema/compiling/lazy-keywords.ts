import type { Ajv2020 } from 'ajv/dist/2020.js'
import type { Json, JsonObject } from '../../model/json.ts'
import { spendOrThrow } from '../validation/budget.ts'
import type { Recall } from '../validation/recall.ts'
import type { Generated } from './generated.ts'
import type { Judge, JudgeOf } from './sharing.ts'

/**
 * ajv compiles all that a schema reaches before the first value is judged. A body rarely reaches much of it, so the
 * target of a `$ref` is compiled when a value does. What was evaluated behind it is not tracked: not for `unevaluated*`.
 */
export function makeRefsLazy(ajv: Ajv2020, target: (id: string) => Judge, { recall }: Recall): void {
  ajv.removeKeyword('$ref')
  ajv.addKeyword({
    keyword: '$ref',
    schemaType: 'string',
    compile: (id: string) => {
      let judge: Judge | undefined
      return (value: Json) => {
        spendOrThrow()
        judge ??= target(id)
        return recall(judge, value)
      }
    },
  })
}

/** The same for the schemas of properties: for schemas that few values are judged by. Nor is this for `unevaluated*`. */
export function makePropertiesLazy(ajv: Ajv2020, judgeOf: JudgeOf): void {
  ajv.removeKeyword('properties')
  ajv.addKeyword({
    keyword: 'properties',
    type: 'object',
    schemaType: 'object',
    compile: (schemas: Readonly<Record<string, Generated>>) => (value: JsonObject) =>
      Object.keys(value).every((name) => {
        const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
        return schema === undefined || judgeOf(schema)(value[name] ?? null)
      }),
  })
}
