import type { SchemaStep, Trail, Use } from '../../model/diff/change.ts'
import type { Json } from '../../model/json.ts'
import type { Description, MediaType, Operation } from '../../model/operation.ts'
import type { NormalSchema, SchemaReader } from '../../schema/normal-form/normal.ts'
import { isObject, own } from '../../util/json.ts'
import { examplesIn } from '../compare/texts.ts'

/** Returns the messages that a version documents for a part: examples of the media type, parameter or header, then of its schema. */
export function documentedMessages(
  { document, operations }: Description,
  reader: SchemaReader,
  use: Use,
  trail: Trail,
  side: 'base' | 'revision',
): readonly Json[] {
  const operation = operations.find(({ key }) => key === use.operation)
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

/** The example, default and listed values of a schema. */
export function suggestedValues({ annotations, enum: listed }: NormalSchema): readonly Json[] {
  const [example, examples, fallback] = ['example', 'examples', 'default'].map((key) => annotations.get(key)?.value)
  const given = [example, ...(Array.isArray(examples) ? examples : []), fallback, ...(listed?.value ?? [])]
  return given.filter((value) => value !== undefined)
}

/** The values of a message at the end of the steps. */
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

/** Pointers of the media type, parameter or header that a use names: `body application/json`, `200 header ETag`. */
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
