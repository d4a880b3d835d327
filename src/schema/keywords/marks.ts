import { type Dialect, dialects } from '../../model/dialect.ts'
import type { Json } from '../../model/json.ts'
import type { Mark } from '../../model/mark.ts'
import { isGuess, markOf } from '../../util/marks.ts'
import type { Origin } from '../compiling/generated.ts'

/** The keywords that one of an older dialect becomes: a mark on it is one on them. */
const becomes: Readonly<Record<string, string>> = {
  minimum: 'exclusiveMinimum',
  maximum: 'exclusiveMaximum',
  enum: 'x-extensible-enum',
  'x-nullable': 'nullable',
}

/** The mark of a schema in the keywords of the schema made of it. Since 3.1 null is one of the types, and marked with them. */
export function schemaMark(node: Json, dialect: Dialect): Mark | undefined {
  const mark = markOf(node)
  if (mark === undefined || typeof mark === 'boolean') return mark
  const marks = new Map(mark)
  const { hasJsonSchema } = dialects[dialect]
  for (const [keyword, except] of mark) {
    const other = becomes[keyword]
    if (other !== undefined && !marks.has(other) && !(hasJsonSchema && other.startsWith('exclusive')))
      marks.set(other, except)
    if (hasJsonSchema && keyword === 'type' && !except.includes('null')) marks.set('nullable', [])
  }
  return marks
}

/** Whether a value contradicts an assumption only: this keyword of the schema was not stated for this value. */
export function isAssumed({ assumed, marks }: Origin, keyword: string, value: Json): boolean {
  return marks === undefined ? assumed : isGuess(marks, keyword, value)
}
