import type { ChangeKind, ChangeValues, SchemaStep } from '../../../../model/diff/change.ts'
import type { Document } from '../../../../model/document.ts'
import type { Json, JsonObject } from '../../../../model/json.ts'
import { minus } from '../../../../util/json.ts'

/** What a keyword alone says in either version, as a schema; absent where that cannot be written down. */
export interface Says {
  /** What the version before an edit requires. */
  readonly before?: Json
  /** What the version after it requires. */
  readonly after?: Json
}

export const nothingStated: Says = {}

interface Edit {
  readonly kind: ChangeKind
  readonly before: ChangeValues[ChangeKind] | undefined
  readonly after: ChangeValues[ChangeKind] | undefined
}

/** What an edited keyword says, with the schemas around it left out. */
export function saysOf({ kind, before, after }: Edit, base: Document, revision: Document): Says {
  const was = before === undefined ? undefined : written(kind, before, base)
  const is = after === undefined ? undefined : written(kind, after, revision)
  return { ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) }
}

function written(kind: ChangeKind, value: ChangeValues[ChangeKind], { dialect }: Document): Json | undefined {
  switch (kind) {
    case 'schema.required':
      return { required: [String(value)] }
    case 'schema.bound': {
      const { keyword, value: limit } = value as ChangeValues['schema.bound']
      if (/Contains$/.test(keyword)) return undefined
      const isOpen = keyword.startsWith('exclusive')
      // A flag beside the bound before JSON Schema draft 6.
      if (!isOpen || (dialect !== '2.0' && dialect !== '3.0')) return { [keyword]: limit }
      return { [keyword === 'exclusiveMinimum' ? 'minimum' : 'maximum']: limit, [keyword]: true }
    }
    case 'schema.pattern': {
      const [pattern, ...others] = value as ChangeValues['schema.pattern']
      return pattern === undefined || others.length > 0 ? undefined : { pattern }
    }
    case 'schema.multiple-of':
      return { multipleOf: value as ChangeValues['schema.multiple-of'] }
    case 'schema.type': {
      const [type, ...others] = value as ChangeValues['schema.type']
      return type !== undefined && others.length === 0 && single.has(type) ? { type } : undefined
    }
    default:
      return undefined
  }
}

/** The listed values that an edit takes out and adds, as schemas; nothing where a side lists none. */
export function namedBy({ kind, before, after }: Edit): Says | undefined {
  if (kind !== 'schema.enum' || before === undefined || after === undefined) return undefined
  const [was, is] = [before, after] as [ChangeValues['schema.enum'], ChangeValues['schema.enum']]
  return { before: { enum: [...minus(was, is)] }, after: { enum: [...minus(is, was)] } }
}

/** The same values where they are in a whole some steps above, which must hold them. */
export function namedFrom({ before, after }: Says, steps: readonly SchemaStep[]): Says {
  if (!steps.every(({ kind }) => kind === 'property' || kind === 'variant')) return nothingStated
  const held = (stated: Json): Json =>
    steps.toReversed().reduce<Json>((below, step) => {
      if (step.kind !== 'property') return below
      return { required: [step.name], properties: Object.fromEntries([[step.name, below]]) }
    }, stated)
  return { ...(before !== undefined && { before: held(before) }), ...(after !== undefined && { after: held(after) }) }
}

const single = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object'])

/** The same as it is stated of a whole some steps above. */
export function statedFrom({ before, after }: Says, steps: readonly SchemaStep[]): Says {
  const [was, is] = [before, after].map((stated) => (stated === undefined ? undefined : around(stated, steps)))
  return { ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) }
}

function around(stated: Json, steps: readonly SchemaStep[]): Json | undefined {
  return steps
    .toReversed()
    .reduce<Json | undefined>((held, step) => (held === undefined ? held : within(step, held)), stated)
}

function within(step: SchemaStep, held: Json): JsonObject | undefined {
  switch (step.kind) {
    case 'property':
      return { properties: Object.fromEntries([[step.name, held]]) }
    case 'items':
      return { items: held }
    // A branch speaks of the same value.
    case 'variant':
      return { allOf: [held] }
    default:
      return undefined
  }
}
