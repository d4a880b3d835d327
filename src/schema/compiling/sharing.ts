import type { Json, JsonObject } from '../../model/json.ts'
import { isObject, own } from '../../util/json.ts'
import { membership } from '../validation/membership.ts'
import type { Generated } from './generated.ts'
import { branchesFor, casesFor } from './wide-unions.ts'

/** Whether a value is valid. */
export type Judge = (value: Json) => boolean

/** The judge of a schema, made when it is first asked for. */
export type JudgeOf = (schema: Generated) => Judge

/** ajv's judges by the text of what they judge, for schemas that refer to nothing: documents can share them. */
export type Shared = Map<string, Judge>

/**
 * Judges of schemas that few values are judged by, where compiling is what costs. A value is valid when each keyword
 * says so (JSON Schema Core 2020-12 §7.6): those that lead to other schemas, or that only look something up, are
 * asked here, each part when a value has it. What is left goes to ajv, which compiles equal rests once.
 */
export function createSharing(shared: Shared, target: (id: string) => Generated, byAjv: JudgeOf): JudgeOf {
  const known = new WeakMap<Generated, Judge>()
  const judgeOf: JudgeOf = (schema) => {
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
  const find: JudgeOf = (schema) => {
    if (typeof schema.$ref === 'string' && Object.keys(schema).length === 1) return judgeOf(target(schema.$ref))
    const [rest, checks] = takeApart(schema, judgeOf, follow)
    const judges = Object.keys(rest).length === 0 ? checks : [judgeOfRest(rest), ...checks]
    return remembering((value) => judges.every((judge) => judge(value)))
  }
  const judgeOfRest: JudgeOf = (rest) => {
    const text = JSON.stringify(rest)
    if (text.includes('"$ref":')) return byAjv(rest)
    const made = shared.get(text) ?? byAjv(rest)
    shared.set(text, made)
    return made
  }
  return judgeOf
}

/** The messages of a proof hold the same samples again and again, and nobody changes a sample. */
function remembering(judge: Judge): Judge {
  const known = new WeakMap<object, boolean>()
  const scalars = new Map<Json, boolean>()
  return (value) => {
    const isObject = typeof value === 'object' && value !== null
    const verdict = (isObject ? known.get(value) : scalars.get(value)) ?? judge(value)
    if (isObject) known.set(value, verdict)
    else {
      if (scalars.size >= 100) scalars.clear()
      scalars.set(value, verdict)
    }
    return verdict
  }
}

/** What ajv judges of a schema, and what is checked here. */
function takeApart(
  schema: Generated,
  judgeOf: JudgeOf,
  follow: (schema: Generated) => Generated,
): readonly [Generated, readonly Judge[]] {
  const { enum: values, required, properties, items, allOf, anyOf, oneOf, if: condition, ...rest } = schema
  const checks: Judge[] = []
  if (Array.isArray(values)) checks.push(membership(values))
  if (Array.isArray(required)) checks.push(hasAll(required.map(String)))
  if (isObject(properties)) {
    checks.push(holds(properties, judgeOf))
    // Which properties are additional depends on their names.
    if (rest.additionalProperties !== undefined) rest.properties = namesOf(properties)
  }
  if (isObject(items) && rest.prefixItems === undefined) checks.push(lists(items, judgeOf))
  else if (items !== undefined) rest.items = items
  if (Array.isArray(allOf)) {
    const cases = casesFor(allOf as readonly Generated[])
    checks.push((value) => cases(value).every((schema) => judgeOf(schema)(value)))
  }
  if (isObject(condition)) checks.push(chooses(condition, rest, judgeOf))
  const { then: _, else: __, ...asserted } = rest
  if (Array.isArray(anyOf)) checks.push(matches(anyOf, judgeOf, follow, (count) => count > 0))
  if (Array.isArray(oneOf)) checks.push(matches(oneOf, judgeOf, follow, (count) => count === 1))
  return [asserted, checks]
}

/** How many of the branches hold. */
function matches(
  schemas: readonly Json[],
  judgeOf: JudgeOf,
  follow: (schema: Generated) => Generated,
  isEnough: (count: number) => boolean,
): Judge {
  // At these keywords stand generated schemas.
  const branches = branchesFor(schemas as readonly Generated[], follow)
  return (value) => isEnough(branches(value).filter((schema) => judgeOf(schema)(value)).length)
}

/** One of two schemas, or what is not written: anything. */
function chooses(condition: Generated, { then: yes, else: no }: Generated, judgeOf: JudgeOf): Judge {
  return (value) => {
    const chosen = judgeOf(condition)(value) ? yes : no
    return !isObject(chosen) || judgeOf(chosen)(value)
  }
}

function hasAll(names: readonly string[]): Judge {
  return (value) => !isObject(value) || names.every((name) => Object.hasOwn(value, name))
}

function holds(properties: JsonObject, judgeOf: JudgeOf): Judge {
  return (value) =>
    !isObject(value) ||
    Object.keys(value).every((name) => {
      const schema = own(properties, name)
      return !isObject(schema) || judgeOf(schema)(value[name] ?? null)
    })
}

function lists(items: Generated, judgeOf: JudgeOf): Judge {
  return (value) => !Array.isArray(value) || value.every((item) => judgeOf(items)(item))
}

function namesOf(properties: JsonObject): Generated {
  return Object.fromEntries(Object.keys(properties).map((name) => [name, {}]))
}
