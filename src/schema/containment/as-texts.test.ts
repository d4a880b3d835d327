import { expect, it } from 'vitest'
import type { ListForm } from '../../model/diff/change.ts'
import type { Json } from '../../model/json.ts'
import { containmentOf } from '../../testing/cases/containment.ts'

const list = (items: Json, more = {}) => ({ type: 'array', items, ...more })
const [text, integer, boolean] = [{ type: 'string' }, { type: 'integer' }, { type: 'boolean' }]
const digits = { type: 'string', pattern: '^[0-9]+$' }

it.each<[before: Json, after: Json, form: ListForm, lost: string, gained: string]>([
  [integer, text, 'repeated', 'none', 'value'],
  [digits, { ...integer, minimum: 0 }, 'repeated', 'none', 'none'],
  [integer, digits, 'repeated', 'value', 'none'],
  [boolean, { enum: ['true', 'false', 'maybe'] }, 'repeated', 'none', 'value'],
  [{ enum: ['1', '2'] }, { ...integer, minimum: 1, maximum: 2 }, 'repeated', 'none', 'none'],
  [text, list(text), 'repeated', 'none', 'value'],
  [text, list(text, { minItems: 2 }), 'repeated', 'value', 'value'],
  [list(text), text, 'repeated', 'value', 'none'],
  [list(text), text, ',', 'none', 'none'],
  [list(integer), { anyOf: [integer, list(integer)] }, 'repeated', 'none', 'none'],
  [{ anyOf: [text, { type: 'null' }] }, text, 'repeated', 'none', 'none'],
  [{ anyOf: [integer, { type: 'null' }] }, integer, 'repeated', 'value', 'none'],
  [
    { type: 'object', properties: { a: integer }, additionalProperties: false },
    { type: 'object', properties: { a: list(text) }, additionalProperties: false },
    'repeated',
    'none',
    'value',
  ],
  [{ maximum: 5 }, { maximum: 4 }, 'repeated', 'value', 'none'],
])('compares %j with %j as strings, lists serialized as %j', (before, after, form, lost, gained) => {
  const found = containmentOf(before, after).inTexts({ base: form, revision: form })
  expect([found.lost.kind, found.gained.kind]).toEqual([lost, gained])
})
