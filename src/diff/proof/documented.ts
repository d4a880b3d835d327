import type { SchemaStep, Trail, Use } from '../../model/diff/change.ts'
import type { Json } from '../../model/json.ts'
import type { Description, MediaType, Operation } from '../../model/operation.ts'
import type { NormalSchema, SchemaReader } from '../../schema/normal-form/normal.ts'
import { isObject, own } from '../../util/json.ts'
import { examplesIn } from '../compare/texts.ts'

/** Returns documented messages: first examples of the media type, parameter or header, then of the schema. */
export function documentedMessages(
  description: Description,
  reader: SchemaReader,
  use: Use,
  trail: Trail,
  side: 'base' | 'revision',
): readonly Json[] {
  const { document } = description
  const operation = operationNamed(description, use.operation)
  const pointers = operation === undefined ? [] : partsOf(operation, use.part)
  const root = trail[side]
  const ofRoot = root === undefined ? [] : suggestedValues(reader.normal(reader.enter(root)))
  return [...pointers.flatMap((pointer) => examplesAt(document.at(pointer))), ...ofRoot]

  function examplesAt(node: Json | undefined): Json[] {
    const { example, examples } = examplesIn(document, node)
    const named = isObject(examples) ? Object.values(examples).flatMap((entry) => own(entry, 'value') ?? []) : []
    return [...(example === undefined ? [] : [example]), ...named]
  }
}

const byKey = new WeakMap<Description, ReadonlyMap<string, Operation>>()

export function operationNamed(description: Description, key: string): Operation | undefined {
  // The first operation of a key wins.
  const known =
    byKey.get(description) ??
    new Map(description.operations.toReversed().map((operation) => [operation.key, operation]))
  byKey.set(description, known)
  return known.get(key)
}

export function suggestedValues({ annotations, enum: listed }: NormalSchema): readonly Json[] {
  const [example, examples, fallback] = ['example', 'examples', 'default'].map((key) => annotations.get(key)?.value)
  const given = [example, ...(Array.isArray(examples) ? examples : []), fallback, ...(listed?.value ?? [])]
  return given.filter((value) => value !== undefined)
}

export function valuesAt(message: Json, steps: readonly SchemaStep[]): readonly Json[] {
  const [step, ...rest] = steps
  return step === undefined ? [message] : below(message, step).flatMap((value) => valuesAt(value, rest))
}

function below(value: Json, step: SchemaStep): readonly Json[] {
  if (step.kind === 'variant') return [value]
  if (step.kind === 'property') {
    const member = own(value, step.name)
    return member === undefined ? [] : [member]
  }
  if (Array.isArray(value)) return step.kind === 'prefix-item' ? value.slice(step.index, step.index + 1) : value
  return isObject(value) && step.kind === 'additional' ? Object.values(value) : []
}

/** Returns the message with one value replaced, or `undefined` if the steps don't match the message. */
export function replacedAt(message: Json, steps: readonly SchemaStep[], value: Json): Json | undefined {
  const [step, ...rest] = steps
  if (step === undefined) return value
  if (step.kind === 'variant') return replacedAt(message, rest, value)
  const key = keyOf(message, step)
  if (key === undefined) return undefined
  const member = Array.isArray(message) ? message[Number(key)] : own(message, key)
  const inner = rest.length === 0 ? value : replacedAt(member ?? null, rest, value)
  if (inner === undefined) return undefined
  if (Array.isArray(message)) return message.with(Number(key), inner)
  return { ...(isObject(message) ? message : {}), [key]: inner }
}

/** Uses the first of two or more matching keys. */
function keyOf(message: Json, step: SchemaStep): string | undefined {
  if (Array.isArray(message)) {
    const index = step.kind === 'prefix-item' ? step.index : 0
    return /item/.test(step.kind) && index < message.length ? String(index) : undefined
  }
  if (!isObject(message)) return undefined
  if (step.kind === 'property') return step.name
  return step.kind === 'additional' ? Object.keys(message)[0] : undefined
}

/** Returns whether a documented message is short enough to serve as a proof. */
export function isShort(message: Json): boolean {
  let left = mostValues
  const open = [message]
  for (const value of open) {
    if (left-- === 0) return false
    if (typeof value === 'object' && value !== null) open.push(...Object.values(value))
  }
  return true
}

const mostValues = 20

/** Returns the pointers of the media type, parameter or header of a use: `body application/json`, `200 header ETag`. */
function partsOf({ parameters, requestBody, responses }: Operation, part: string): readonly string[] {
  const named = (prefix: string, content: readonly MediaType[]) =>
    content.map(({ type, pointer }) => ({ part: `${prefix} ${type}`, pointer }))
  const parts = [
    ...parameters.map(({ in: location, name, pointer }) => ({ part: `${location} ${name}`, pointer })),
    ...named('body', requestBody?.content ?? []),
    ...responses.flatMap(({ status, content, headers }) => [
      ...named(status, content),
      ...headers.map(({ name, pointer }) => ({ part: `${status} header ${name}`, pointer })),
    ]),
  ]
  return parts.filter((one) => one.part === part).map(({ pointer }) => pointer)
}
