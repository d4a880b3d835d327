import type { Document } from '../../model/document.ts'
import type { Pointer } from '../../model/json.ts'
import type { DriftDraft } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'
import { type Aspect, isGuessAt } from '../../util/marks.ts'
import { joinPointer, pointerTokens } from '../../util/pointer.ts'

/** Tests whether a draft about a request rests on a guess (`x-assumed`): a required credential, or a parameter or body definition. */
export function isGuessed(document: Document, operation: Operation, draft: DriftDraft): boolean {
  const keyword = draft.refuted ?? draft.keyword
  if (keyword === undefined) return false
  const [pointer, aspect] = statement(document, operation, { ...draft, keyword })
  return isGuessAt(document, pointer, aspect)
}

type Statement = readonly [pointer: Pointer, aspect: Aspect]

function statement(
  document: Document,
  operation: Operation,
  { keyword, part, schemaPointer = operation.pointer }: DriftDraft & { readonly keyword: string },
): Statement {
  if (keyword === 'security') {
    const isOwn = document.at(joinPointer(operation.pointer, keyword)) !== undefined
    return [isOwn ? operation.pointer : '', { keyword }]
  }
  const parameter = operation.parameters.find((one) => `${one.in} ${one.name}` === part)
  if (parameter !== undefined) {
    const isOfSchema = keyword !== 'required' && parameter.schema !== undefined
    return [isOfSchema ? joinPointer(parameter.pointer, 'schema') : parameter.pointer, { keyword }]
  }
  if (part === 'body' && keyword === 'required') return [operation.requestBody?.pointer ?? schemaPointer, { keyword }]
  const tokens = pointerTokens(schemaPointer)
  const name = tokens.at(-1)
  return keyword === 'required' && tokens.at(-2) === 'properties' && name !== undefined
    ? [joinPointer('', ...tokens.slice(0, -2)), { keyword, values: [name] }]
    : [schemaPointer, { keyword }]
}
