import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../model/json.ts'
import { descriptionWithSchema, findingsBetween } from '../../../../testing/rule-tester.ts'

/** Returns the rules that report a breaking request change, with proofs. */
function breaking(before: Json, after: Json): readonly string[] {
  const [base, revision] = [before, after].map((schema) =>
    descriptionWithSchema(JSON.stringify(schema), 'request', '3.1.0'),
  )
  return findingsBetween(base ?? '', revision ?? '')
    .filter(({ verdict }) => verdict === 'breaking')
    .map(({ ruleId, witness }) => `${ruleId} ${witness?.proven ? JSON.stringify(witness.body) : 'unproven'}`)
}

const text = { type: 'string' }
const open = (properties: Json, required: readonly string[] = []): Json => ({
  type: 'object',
  properties,
  required: [...required],
})

describe('an edit below a choice is to blame', () => {
  it.each<[string, Json, Json, readonly string[]]>([
    [
      'not if another branch allows what it lost',
      { anyOf: [{ enum: ['a'] }, text] },
      { anyOf: [{ enum: ['b'] }, text] },
      [],
    ],
    [
      'if it is the only one',
      { anyOf: [{ type: 'string', maxLength: 9 }, { type: 'integer' }] },
      { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'integer' }] },
      ['bound-narrowed "aaaaaaaaa"'],
    ],
    [
      'if undoing it brings the value back, although another edit loses it too (backward)',
      { anyOf: [{ enum: ['x', 'y'] }, { enum: ['x', 'z'] }] },
      { anyOf: [{ enum: ['y'] }, { enum: ['z'] }] },
      ['enum-narrowed "x"', 'enum-narrowed "x"'],
    ],
    [
      'if it refuses a value that another edit refuses as well (forward)',
      { oneOf: [open({ a: text, b: text }), { type: 'boolean' }] },
      { oneOf: [open({ a: { type: 'integer' }, b: { type: 'integer' } }), { type: 'boolean' }] },
      ['type-changed {"a":"text"}', 'type-changed {"b":"text"}'],
    ],
    [
      'and its neighbour in the same branch is not',
      {
        anyOf: [
          open({ a: { type: 'string', maxLength: 9 }, b: { enum: ['x', 'y'] } }),
          open({ b: { enum: ['x', 'y'] } }, ['b']),
        ],
      },
      {
        anyOf: [
          open({ a: { type: 'string', maxLength: 3 }, b: { enum: ['x', 'y', 'z'] } }),
          open({ b: { enum: ['x', 'y'] } }, ['b']),
        ],
      },
      ['bound-narrowed {"a":"aaaaaaaaa"}'],
    ],
    [
      'through a base that all branches share',
      { oneOf: ['c', 'd'].map((name) => ({ allOf: [open({ id: text }), open({ [name]: text })] })) },
      { oneOf: ['c', 'd'].map((name) => ({ allOf: [open({ id: { type: 'integer' } }), open({ [name]: text })] })) },
      ['type-changed {"id":"text","d":null}'],
    ],
    [
      'under `not`, if it adds to what is denied',
      { not: { enum: ['a'] } },
      { not: { enum: ['a', 'b'] } },
      ['enum-widened "b"'],
    ],
    [
      'not under `not`, if the denied values stay the same',
      { not: { enum: ['a'] } },
      { not: { oneOf: [{ enum: ['a'] }] } },
      [],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(breaking(before, after)).toEqual(expected)
  })
})
