import { type Dialect, dialects } from '../../model/dialect.ts'
import type { Json } from '../../model/json.ts'
import type { Mark } from '../../model/mark.ts'
import { isGuess, markOf } from '../../util/marks.ts'
import type { Origin } from '../compiling/generated.ts'

/** Renamed keywords: a mark on the old keyword applies to the new one. */
const becomes: Readonly<Record<string, string>> = {
  minimum: 'exclusiveMinimum',
  maximum: 'exclusiveMaximum',
  enum: 'x-extensible-enum',
  'x-nullable': 'nullable',
}

/** Translates the `x-assumed` mark of a schema to modern keywords. Since 3.1, null is part of `type` and marked with it. */
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

/** Returns whether a violation contradicts only an assumption: the keyword was assumed for this value. */
export function isAssumed({ assumed, marks }: Origin, keyword: string, value: Json): boolean {
  return marks === undefined ? assumed : isGuess(marks, keyword, value)
}
