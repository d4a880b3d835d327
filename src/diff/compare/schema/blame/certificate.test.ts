import { describe, expect, it } from 'vitest'
import type { EffectReason } from '../../../../model/diff/ledger.ts'
import type { Json } from '../../../../model/json.ts'
import { descriptionOf, descriptionWithSchema } from '../../../../testing/rule-tester.ts'
import { traceComparison } from '../../descriptions.ts'

const schema = '#/paths/~1x/post/requestBody/content/application~1json/schema'.slice(1)

function reasons(before: Json, after: Json): readonly EffectReason[] {
  const [base, revision] = [before, after].map((one) =>
    descriptionOf(descriptionWithSchema(JSON.stringify(one), 'request', '3.1.0')),
  )
  if (base === undefined || revision === undefined) return []
  return traceComparison(base, revision).ineffective.map(({ reason }) => reason)
}

const text = { type: 'string' }

const shown = (value: Json) => ({ schema, value })

describe('an edit without effect', () => {
  it.each<[string, Json, Json, readonly EffectReason[]]>([
    [
      'names the branch that still allows the values',
      { anyOf: [{ enum: ['a'] }, { title: 'Any text', ...text }] },
      { anyOf: [{ enum: ['b'] }, { title: 'Any text', ...text }] },
      [{ kind: 'allowed-by-branch', branch: 'Any text', at: `${schema}/anyOf/1`, shown: shown('a') }],
    ],
    [
      'names the branch that allows what a removed one did',
      { anyOf: [{ enum: ['a', 'b'] }, { title: 'Any text', ...text }] },
      { anyOf: [{ title: 'Any text', ...text }] },
      [{ kind: 'allowed-by-branch', branch: 'Any text', at: `${schema}/anyOf/1`, shown: shown('a') }],
    ],
    [
      'names the keyword that excludes the values',
      { maxLength: 3, anyOf: [{ ...text, maxLength: 9 }, { type: 'integer' }] },
      { maxLength: 3, anyOf: [{ ...text, maxLength: 5 }, { type: 'integer' }] },
      [{ kind: 'excluded-by', keyword: 'maxLength: 3', at: `${schema}/maxLength`, shown: shown('aaaaaa') }],
    ],
    [
      'names the edit that compensates it, or the keyword that made it superfluous',
      { type: 'object', properties: { a: text }, additionalProperties: false, required: ['a'] },
      { type: 'object', properties: { a: text }, additionalProperties: false, minProperties: 1 },
      [
        { kind: 'compensated', at: `${schema}/minProperties`, shown: shown({}) },
        { kind: 'excluded-by', keyword: 'required: ["a"]', at: `${schema}/required`, shown: shown({}) },
      ],
    ],
  ])('%s', (_, before, after, expected) => {
    const found = reasons(before, after)
    expect(found).toHaveLength(expected.length)
    expect(found).toEqual(expect.arrayContaining([...expected]))
  })
})
