import { expect, test } from 'vitest'
import { parseDocument } from '../spec/parse.ts'
import { hostilePairs } from '../testing/hostile-descriptions.ts'
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
