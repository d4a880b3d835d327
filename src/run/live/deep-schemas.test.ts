import { expect, test } from 'vitest'
import { parseDocument } from '../../description/reading/parse.ts'
import type { Json } from '../../model/json.ts'
import { hostilePairs } from '../../testing/cases/hostile-descriptions.ts'
import { createInspector } from './inspect.ts'

let deep: Json = null
for (let depth = 0; depth < 3000; depth++) deep = { n: deep }

// Recursive traversal of schemas or values would overflow the stack.
test.each(hostilePairs)('$name: an exchange is checked', ({ base }) => {
  const document = parseDocument({ content: JSON.stringify(base), name: 'a', file: 'a' })
  const inspector = createInspector(document)
  for (const body of ['"text"', JSON.stringify(deep)]) {
    const { outcome, notChecked } = inspector.inspect({
      method: 'POST',
      path: '/x',
      requestHeaders: {},
      requestBody: undefined,
      status: 200,
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(outcome).toBe('received')
    expect(JSON.stringify(notChecked)).not.toContain('call stack')
  }
})
