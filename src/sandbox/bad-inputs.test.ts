import fc from 'fast-check'
import { expect, it } from 'vitest'
import { timesOf } from '../testing/runs.ts'
import { goodRequests } from './good-requests.ts'
import { type Sandbox, startSandbox } from './index.ts'

const count = timesOf(600)
const hostile = [
  '..',
  '%2e%2e',
  '%00',
  '%ff',
  '%zz',
  '__proto__',
  'constructor',
  '-1',
  '1e400',
  "'",
  '"',
  '{}',
  'ü',
  '%F0%9F%92%B8',
]
const types = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data',
  'nonsense',
  '',
]
const numbers = fc.constantFrom('1e400', '-0', '9007199254740993', '1e-400', '0.1e1', '-1')
/** JSON as text, which can contain numbers that JavaScript can't represent. */
const json = fc.oneof(
  fc.json({ maxDepth: 4 }),
  numbers,
  fc.constantFrom('{"__proto__":1}', '['.repeat(5000), '{"a":1,"a":2}'),
)

const badRequest = fc.constantFrom(...goodRequests).chain(([operation, path, body = {}]) => {
  const names = Object.keys(body)
  const changed = fc.tuple(fc.constantFrom('more', ...names), json).map(([name, value]) => {
    const text = JSON.stringify({ ...body, [name]: '<changed>' })
    return text.replace('"<changed>"', () => value)
  })
  const segment = fc.constantFrom(...hostile)
  return fc.record({
    method: fc.oneof(
      { weight: 9, arbitrary: fc.constant(operation.split(' ')[0] ?? '') },
      fc.constantFrom('PUT', 'DELETE', 'PATCH', 'POST', 'OPTIONS'),
    ),
    path: fc.oneof(
      { weight: 3, arbitrary: fc.constant(path) },
      segment.map((text) => path.replace(/[^/]+$/, text)),
      fc.tuple(segment, segment).map(([name, value]) => `${path.split('?')[0]}?${name}=${value}&pageNumber=${value}`),
    ),
    body: fc.oneof(
      changed,
      json,
      fc.uint8Array({ maxLength: 200 }),
      changed.map((text) => text.slice(0, -2)),
    ),
    type: fc.oneof({ weight: 9, arbitrary: fc.constant('application/json') }, fc.constantFrom(...types)),
    token: fc.oneof(
      { weight: 9, arbitrary: fc.constant(path.startsWith('/main') ? 'main-token' : 'sub-token') },
      fc.constantFrom('none', 'sub-2-token', 'main-token ', '__proto__'),
    ),
  })
})

it('no invalid input gets a 5xx, and every rejection has the documented body', async () => {
  let sandbox: Sandbox | undefined
  let sent = 0
  try {
    await fc.assert(
      fc.asyncProperty(badRequest, async ({ method, path, body, type, token }) => {
        // Restarts, because listing all created resources takes time.
        if (sent++ % 2000 === 0) {
          await sandbox?.close()
          sandbox = await startSandbox()
        }
        // No keep-alive, because a busy machine may close the connection before the next request.
        const headers = {
          ...{ authorization: `Bearer ${token}`, connection: 'close' },
          ...(type !== '' && { 'content-type': type }),
        }
        const response = await fetch(`${sandbox?.url}${path}`, { method, headers, ...(method !== 'GET' && { body }) })
        const text = await response.text()
        expect(response.status).toBeLessThan(500)
        if (response.status >= 400 && method !== 'OPTIONS')
          expect(JSON.parse(text)).toMatchObject({ code: expect.any(String), message: expect.any(String) })
      }),
      { numRuns: count, seed: 38, endOnFailure: true },
    )
  } finally {
    await sandbox?.close()
  }
  expect(sent).toBe(count)
})
