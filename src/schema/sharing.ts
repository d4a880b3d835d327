import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { Generated } from './generated.ts'
import type { ValidatorOf } from './lazy-keywords.ts'

/** Validators by the text of their schema, for schemas that refer to nothing: documents can share them. */
export type Shared = Map<string, ValidateFunction>

/** Finds the validator of a schema, of an equal one that refers to nothing, or of what the schema is a `$ref` to; or makes it. */
export function createSharing(shared: Shared, target: (id: string) => Generated, make: ValidatorOf): ValidatorOf {
  const known = new WeakMap<Generated, ValidateFunction>()
  const find = (schema: Generated): ValidateFunction => {
    const text = JSON.stringify(schema)
    const [, ref] = /^\{"\$ref":"([^"]*)"\}$/.exec(text) ?? []
    if (ref !== undefined) return validatorOf(target(ref))
    if (text.includes('"$ref":')) return make(schema)
    const made = shared.get(text) ?? make(schema)
    shared.set(text, made)
    return made
  }
  const validatorOf: ValidatorOf = (schema) => {
    const made = known.get(schema) ?? find(schema)
    known.set(schema, made)
    return made
  }
  return validatorOf
}
