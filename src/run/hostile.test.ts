import { expect, test } from 'vitest'
import { parseDocument } from '../description/reading/parse.ts'
import { hostilePairs } from '../testing/cases/hostile-descriptions.ts'
import { diffDocuments } from './diff.ts'

const parse = (root: object) => parseDocument({ content: JSON.stringify(root), name: 'a', file: 'a' })

// What is naive about one of them does not end, or overflows the stack.
test.each(hostilePairs)('$name: the edit at the end is found', async ({ base, revision }) => {
  const { findings } = await diffDocuments(parse(base), parse(revision))
  expect(findings.map(({ ruleId, site }) => `${ruleId} ${site.component}`)).toEqual([
    expect.stringMatching(/^bound-narrowed #\/components\/schemas\/S\d+$/),
  ])
})

test.each(hostilePairs)(
  '$name: nothing between a description and itself',
  async ({ base }) => {
    const { findings } = await diffDocuments(parse(base), parse({ ...base, openapi: '3.2.0' }))
    expect(findings).toEqual([])
  },
  90_000,
)

test('each of 200 branches is edited: each edit is said once', async () => {
  const description = (maxLength?: number) => {
    const branch = (_: unknown, index: number) => ({
      type: 'object',
      required: ['kind', 'value'],
      properties: { kind: { const: index }, value: { type: 'string', ...(maxLength !== undefined && { maxLength }) } },
    })
    const schema = { oneOf: Array.from({ length: 200 }, branch) }
    const requestBody = { content: { 'application/json': { schema } } }
    const paths = { '/x': { post: { requestBody, responses: { 204: { description: 'd' } } } } }
    return parse({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths })
  }
  const { findings } = await diffDocuments(description(), description(5))
  expect(new Set(findings.map(({ ruleId }) => ruleId))).toEqual(new Set(['bound-narrowed']))
  expect(findings).toHaveLength(200)
  expect(findings.filter(({ witness }) => witness?.proven !== true)).toEqual([])
})
