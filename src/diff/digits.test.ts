import { expect, test } from 'vitest'
import { describe as describeDocument } from '../description/dialects/operations.ts'
import { parseDocument } from '../description/reading/parse.ts'
import { compareDescriptions } from './compare/descriptions.ts'
import { judgeChanges } from './judge.ts'

function findings(before: string, after: string, isYaml: boolean) {
  const [base, revision] = [before, after].map((schema) => {
    const content = `{ "openapi": "3.1.0", "info": { "title": "t", "version": "1" }, "paths": { "/a": { "get": {
      "parameters": [{ "name": "q", "in": "query", "schema": ${schema} }],
      "responses": { "200": { "description": "d" } } } } } }${isYaml ? ' # YAML' : ''}`
    return describeDocument(parseDocument({ content, name: 't', file: 't' }))
  })
  if (base === undefined || revision === undefined) throw new Error('two descriptions are compared')
  return judgeChanges(compareDescriptions(base, revision), { base, revision })
}

test.each<[before: string, after: string, verdict: string | undefined, message: RegExp]>([
  [
    '{ "maximum": 9007199254740993 }',
    '{ "maximum": 9007199254740992 }',
    'breaking',
    /9007199254740992 now.*9007199254740993/,
  ],
  ['{ "maximum": 9007199254740992 }', '{ "maximum": 9007199254740993 }', 'compatible', /9007199254740993/],
  [
    '{ "anyOf": [{ "type": "integer", "maximum": 9007199254740993 }, { "type": "boolean" }] }',
    '{ "anyOf": [{ "type": "integer", "maximum": 9007199254740992 }, { "type": "boolean" }] }',
    'breaking',
    /9007199254740992 now.*9007199254740993/,
  ],
  [
    '{ "type": "integer", "enum": [100000000000000000001, 100000000000000000002] }',
    '{ "type": "integer", "minimum": 100000000000000000001, "maximum": 100000000000000000003 }',
    'compatible',
    /no longer limited/,
  ],
  ['{ "minimum": 9007199254740992 }', '{ "minimum": 9007199254740993 }', 'breaking', /9007199254740993/],
  ['{ "maximum": 9007199254740993 }', '{ "maximum": 9007199254740993.0 }', undefined, /^$/],
  ['{ "enum": [1, 12345678901234567890] }', '{ "enum": [1] }', 'breaking', /12345678901234567890/],
  [
    '{ "enum": [12345678901234567891, 12345678901234567890] }',
    '{ "enum": [12345678901234567891] }',
    'breaking',
    /12345678901234567890/,
  ],
  ['{ "const": 12345678901234567890 }', '{ "const": 12345678901234567890 }', undefined, /^$/],
  ['{ "maximum": 1e23 }', '{ "maximum": 100000000000000000000000 }', undefined, /^$/],
  ['{ "maximum": 1e23 }', '{ "maximum": 100000000000000000000001 }', 'compatible', /100000000000000000000001/],
  ['{ "multipleOf": 9007199254740993 }', '{ "multipleOf": 18014398509481986 }', 'breaking', /18014398509481986/],
  [
    '{ "type": "integer", "exclusiveMaximum": 9007199254740993 }',
    '{ "type": "integer", "maximum": 9007199254740992 }',
    undefined,
    /^$/,
  ],
  [
    '{ "type": "integer", "exclusiveMinimum": 9007199254740992 }',
    '{ "type": "integer", "minimum": 9007199254740993 }',
    undefined,
    /^$/,
  ],
  [
    '{ "type": "integer", "minimum": 9007199254740993, "maximum": 9007199254740995 }',
    '{ "type": "integer", "minimum": 9007199254740993, "maximum": 9007199254740994 }',
    'breaking',
    /9007199254740994 now.*9007199254740995/,
  ],
  // The tightest of several bounds counts, compared by all digits, whether they come from keywords, a format or `not`.
  [
    '{ "type": "integer", "allOf": [{ "minimum": 9007199254740994 }, { "minimum": 9007199254740993 }] }',
    '{ "type": "integer", "minimum": 9007199254740994 }',
    undefined,
    /^$/,
  ],
  [
    '{ "type": "integer", "allOf": [{ "maximum": 9007199254740993 }, { "not": { "minimum": 9007199254740995 } }] }',
    '{ "type": "integer", "maximum": 9007199254740993 }',
    undefined,
    /^$/,
  ],
  [
    '{ "type": "integer", "allOf": [{ "not": { "minimum": 9007199254740995 } }, { "maximum": 9007199254740993 }] }',
    '{ "type": "integer", "allOf": [{ "maximum": 9007199254740993 }, { "not": { "minimum": 9007199254740993 } }] }',
    'breaking',
    /9007199254740992 now.*9007199254740993/,
  ],
  [
    '{ "type": "integer", "allOf": [{ "not": { "maximum": 9007199254740993 } }, { "not": { "maximum": 9007199254740992 } }] }',
    '{ "type": "integer", "minimum": 9007199254740994 }',
    undefined,
    /^$/,
  ],
  [
    '{ "type": "integer", "format": "uint64", "maximum": 18446744073709551617 }',
    '{ "type": "integer", "format": "uint64" }',
    'compatible',
    /18446744073709551617/,
  ],
  ['{ "minimum": 0.1000000000000000055 }', '{ "minimum": 0.1 }', 'compatible', /0\.1000000000000000055/],
])('compares digits beyond the precision of a double: %s, %s', (before, after, verdict, message) => {
  for (const isYaml of [false, true]) {
    const [finding, ...more] = findings(before, after, isYaml)
    expect([finding?.verdict, more]).toEqual([verdict, []])
    expect(finding?.message ?? '').toMatch(message)
  }
})

test('finding values keep all digits', () => {
  const [finding] = findings(
    '{ "type": "integer", "maximum": 9007199254740993 }',
    '{ "type": "integer", "maximum": 9007199254740992 }',
    false,
  )
  expect(finding).toMatchObject({
    before: { keyword: 'maximum', value: '9007199254740993' },
    after: { keyword: 'maximum', value: 9007199254740992 },
    witness: { proven: true, request: expect.stringContaining('q=9007199254740993') },
  })
})
