import { expect, test } from 'vitest'
import { describe } from '../spec/operations.ts'
import { parseDocument } from '../spec/parse.ts'
import { hostilePairs } from '../testing/hostile-descriptions.ts'
import { renderTypes } from './render-types.ts'

// What follows references by calling itself overflows the stack.
test.each(hostilePairs)('$name: has types', ({ base }) => {
  const document = parseDocument({ content: JSON.stringify(base), name: 'a', file: 'a' })
  expect(renderTypes(describe(document), 'test')).toContain("readonly 'POST /x'")
})
