import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { servers } from '../../testing/servers/loopback.ts'
import type { PassedExchange } from '../../traffic/proxy/capture.ts'
import { startProxy } from '../../traffic/proxy/start-proxy.ts'
import type { startChecker } from './checker-thread-host.ts'
import type { CheckerContext, LiveFinding } from './messages.ts'

const { started } = servers()
const built = resolve(import.meta.dirname, '../../../dist/run/proxy/checker-thread-host.js')
// Uses the build, because Node 20 can't run TypeScript in threads.
const start = async (...given: Parameters<typeof startChecker>) => (await import(built)).startChecker(...given)

const description = `openapi: 3.0.3
info: {title: a, version: '1'}
paths:
  /loans:
    get:
      responses:
        '200':
          description: ok
          content: {application/json: {schema: {type: array, items: {type: object, properties: {id: {type: string}}}}}}
`

async function contextOf(more: Partial<CheckerContext> = {}): Promise<CheckerContext> {
  const cwd = await mkdtemp(join(tmpdir(), 'specdrift-checker-'))
  await writeFile(join(cwd, 'openapi.yaml'), description)
  return { cwd, specsDir: 'specs', description: 'openapi.yaml', origin: 'http://127.0.0.1:80', selection: {}, ...more }
}

const passed = (body: string, target = '/loans'): PassedExchange => ({
  ...{
    time: 0,
    duration: 1,
    method: 'GET',
    target,
    requestHeaders: [['Host', 'a.test']],
    requestBody: new Uint8Array(),
  },
  ...{ status: 200, headers: [['Content-Type', 'application/json']], body: new TextEncoder().encode(body) },
})

it('checks and records in a thread, counts unreadable exchanges, and reports a finding once', async () => {
  const context = await contextOf({ record: 't.ndjson' })
  const found: LiveFinding[] = []
  const checker = await start(context, (finding) => found.push(finding))
  for (const body of ['[{"id":"a"}]', '[{"id":1}]', '[{"id":2}]']) checker.take(passed(body))
  checker.take(passed('', '*'))
  const { result, skipped } = await checker.end()
  expect(skipped).toBe(0)
  expect(result.counts).toMatchObject({ records: 4, broken: 1, checked: 3 })
  expect(found).toMatchObject([{ ruleId: 'type-conformance', message: 'is of type integer, not string' }])
  expect((await readFile(join(context.cwd, 't.ndjson'), 'utf8')).trimEnd().split('\n')).toHaveLength(3)
})

it('counts unreadable exchanges by reason without recording them', async () => {
  const context = await contextOf({ record: 't.ndjson' })
  const checker = await start(context, () => {})
  checker.take(passed('[]'))
  checker.take({ ...passed(''), unread: 'the request: its head is longer than 256 KB' })
  const { result } = await checker.end()
  expect(result.counts).toMatchObject({ records: 2, broken: 1, checked: 1 })
  expect(result.broken).toEqual({ 'the request: its head is longer than 256 KB': 1 })
  expect((await readFile(join(context.cwd, 't.ndjson'), 'utf8')).trimEnd().split('\n')).toHaveLength(1)
})

it('drops exchanges that arrive faster than they are checked, and counts them', async () => {
  const checker = await start(await contextOf(), () => {}, 5000)
  for (let count = 0; count < 20; count++) checker.take(passed('[{"id":"a"}]'))
  const { result, skipped } = await checker.end()
  expect(skipped).toBeGreaterThan(0)
  expect(skipped + result.counts.checked).toBe(20)
})

it.each([
  [{ description: 'none.yaml' }, /none\.yaml/],
  [{ record: 'no/such\0/t.ndjson' }, /t\.ndjson/],
])('throws the errors of opening it: %j', async (more, message) => {
  await expect(start(await contextOf(more), () => {})).rejects.toThrow(message)
})

it('never delays a stream: responses pass while it checks', async () => {
  const events: string[] = []
  const checker = await start(await contextOf(), () => events.push('finding'))
  const port = await started(
    createServer((_request, response) => response.setHeader('content-type', 'application/json').end('[]')),
  )
  const proxy = await startProxy({
    ...{ url: new URL(`http://127.0.0.1:${port}`), mostBody: 1 << 20, clock: () => 0, onExchange: checker.take },
  })
  // Takes the thread a hundred times as long as the requests take here: 300,000 objects, the last one invalid.
  checker.take(passed(`[${'{"id":"a"},'.repeat(300_000)}{"id":1}]`))
  for (let call = 0; call < 20; call++) {
    const response = await fetch(`${proxy.url}/loans`)
    events.push(await response.text())
  }
  await proxy.close()
  const { result } = await checker.end()
  expect(events).toEqual([...Array.from({ length: 20 }, () => '[]'), 'finding'])
  expect(result.counts).toMatchObject({ records: 21, checked: 21 })
}, 300_000)
