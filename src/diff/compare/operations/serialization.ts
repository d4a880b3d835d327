import { dialects } from '../../../model/dialect.ts'
import type { Document } from '../../../model/document.ts'
import type { Json } from '../../../model/json.ts'
import type { Parameter } from '../../../model/operation.ts'
import { equalJson, minus, own } from '../../../util/json.ts'
import { type Held, heldBy, listFormOf, takesEmptyText, valueForm } from '../../written.ts'
import type { CompareContext, useOf } from '../context.ts'
import { setEffect } from '../schema/blame/effect.ts'

/** Compares only the forms that both sides can produce. Single values and lists of one look the same in every style. */
export function compareSerialization(
  { collector, base, revision }: CompareContext,
  before: Parameter,
  after: Parameter,
  use: ReturnType<typeof useOf>,
): void {
  const [was, is] = [heldBy(base, before.schema), heldBy(revision, after.schema)]
  const shared: Shared = {
    single: isSingle(was) && isSingle(is),
    list: was.list && is.list,
    object: was.object && is.object,
  }
  const isOtherForm = !equalJson(formsOf(before, shared), formsOf(after, shared))
  const isOtherList = shared.list && listFormIn(before) !== listFormIn(after)
  const [flags, flagsNow] = [flagsOf(base, before), flagsOf(revision, after)]
  // `allowEmptyValue` makes no difference if the schema of the other version accepts an empty string anyway.
  const lost = minus(flags, flagsNow).filter((flag) => flag !== emptyFlag || !takesEmptyText(revision, after.schema))
  const gained = minus(flagsNow, flags).filter((flag) => flag !== emptyFlag || !takesEmptyText(base, before.schema))
  const effect = isOtherForm
    ? 'incomparable'
    : setEffect(lost.length > 0 || (isOtherList && was.many), gained.length > 0 || (isOtherList && is.many))
  if (effect === 'none') return
  const written = (parameter: Parameter, given: readonly string[]): Record<string, Json> => ({
    style: parameter.style,
    // Single values look the same exploded or not.
    ...(shared.list || shared.object ? { explode: isExploded(parameter) } : {}),
    allowReserved: parameter.allowReserved,
    ...(given.includes(emptyFlag) ? { allowEmptyValue: true } : {}),
    ...(parameter.content === undefined ? {} : { content: parameter.content[0]?.type ?? true }),
  })
  collector.add(
    {
      kind: 'parameter.serialization',
      before: written(before, flags),
      after: written(after, flagsNow),
      effect,
      site: { base: before.pointer, revision: after.pointer, location: after.pointer },
    },
    [use],
  )
}

interface Shared {
  readonly single: boolean
  readonly list: boolean
  readonly object: boolean
}

function isSingle({ one, list }: Held): boolean {
  return one || list
}

function formsOf(parameter: Parameter, { single, object }: Shared): readonly Json[] {
  if (parameter.content !== undefined) return ['content']
  return [single ? valueForm(parameter) : '', ...(object ? [parameter.style, isExploded(parameter)] : [])]
}

/** `deepObject` is only defined exploded (OpenAPI 3.1 §4.8.12.6 "Style Examples"). */
function isExploded({ style, explode }: Parameter): boolean {
  return explode || style === 'deepObject'
}

/** Returns the form of a list with two or more items. */
function listFormIn(parameter: Parameter): string {
  return parameter.content === undefined ? listFormOf(parameter) : 'content'
}

const emptyFlag = 'allowEmptyValue'

/** Returns the flags that allow clients to send more: `allowReserved` if values can contain such characters, and empty values. */
function flagsOf(document: Document, { in: location, node, schema, allowReserved }: Parameter): readonly string[] {
  // Before OpenAPI 3.2, both are only defined in the query.
  if (location !== 'query' && !dialects[document.dialect].hasSequences) return []
  const { types } = heldBy(document, schema)
  const mayBeReserved = types.has('string') || types.has('array') || types.has('object')
  return [
    ...(allowReserved && mayBeReserved ? ['allowReserved'] : []),
    ...(own(node, emptyFlag) === true ? [emptyFlag] : []),
  ]
}
