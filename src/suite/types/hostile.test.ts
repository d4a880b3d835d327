import { expect, test } from 'vitest'
import { describe } from '../../description/dialects/operations.ts'
import { parseDocument } from '../../description/reading/parse.ts'
import { hostilePairs } from '../../testing/cases/hostile-descriptions.ts'
import { renderTypes } from './render-types.ts'

// Recursive reference traversal would overflow the stack.
test.each(hostilePairs)('$name: has types', ({ base }) => {
  const document = parseDocument({ content: JSON.stringify(base), name: 'a', file: 'a' })
  expect(renderTypes(describe(document), 'test')).toContain("readonly 'POST /x'")
})
