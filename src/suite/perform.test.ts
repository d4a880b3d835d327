import { afterEach, expect, test } from 'vitest'
import { answerJson, createSuiteProject, type Handler, type SuiteProject } from '../testing/suite-project.ts'
import type { Target } from './context.ts'
import { startSuites } from './start.ts'

const description = `
openapi: 3.1.0
info: { title: Demo, version: '1' }
paths:
  /a:
    get:
      responses: { '200': { description: d, content: { application/json: { schema: { type: array, items: { type: string } } } } } }
    post:
      responses: { '200': { description: d, content: { application/json: { schema: { type: array, items: { type: string } } } } } }
`

let project: SuiteProject | undefined
afterEach(() => project?.close())

async function run(suite: string, handler: Handler, target: Partial<Target> = {}) {
  project = await createSuiteProject({ description, suites: { 'a.suite.ts': suite }, handler })
  return startSuites({ include: ['*.suite.ts'], context: project.context(target) })
}

/** Bodies one after the other, the last again and again; all of them say that they are JSON. */
function answers(...bodies: string[]): { readonly handler: Handler; readonly asked: (string | undefined)[] } {
  const asked: (string | undefined)[] = []
  const handler: Handler = (request, response) => {
    asked.push(request.headers['cache-control'])
    const body = bodies.length > 1 ? bodies.shift() : bodies[0]
    response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  }
  return { handler, asked }
}

test('a garbled answer is asked for again, past the caches', async () => {
  const { handler, asked } = answers('["a', '["a"]')
  const { calls, findings } = await run(`api.call('GET /a')`, handler)
  expect(calls).toMatchObject([{ outcome: 'answered', findings: [], notChecked: [] }])
  expect(findings).toEqual([])
  expect(asked).toEqual([undefined, 'no-cache'])
})

test('an answer that stays garbled is not judged, and where it stops making sense is said', async () => {
  const { handler, asked } = answers('["a" "b"]')
  const { calls, findings } = await run(`api.call('GET /a')`, handler)
  expect(calls).toMatchObject([{ outcome: 'undecidable', status: 200, findings: [] }])
  expect(calls[0]?.notChecked).toEqual([
    { operation: 'GET /a', what: expect.any(String), because: expect.stringContaining('from character 5 on') },
  ])
  expect(findings).toEqual([])
  expect(asked).toHaveLength(2)
})

test('a drift that was there for once only is confirmed by nothing, whatever came before it', async () => {
  const { handler, asked } = answers('[', '[1]', '["a"]')
  const { calls } = await run(`api.call('GET /a')`, handler)
  expect(calls).toMatchObject([{ outcome: 'answered', findings: [] }])
  expect(asked).toHaveLength(3)
})

test('a request that may change state is not sent again for a garbled answer', async () => {
  const { handler, asked } = answers('[', '[1]')
  const { calls } = await run(`api.call('POST /a')`, handler)
  expect(calls).toMatchObject([{ outcome: 'undecidable' }])
  expect(asked).toHaveLength(1)
})

test('the limits of the target hold for what a suite calls at once', async () => {
  let underway = 0
  let most = 0
  const handler: Handler = (_request, response) => {
    most = Math.max(most, ++underway)
    setTimeout(() => {
      underway--
      answerJson(response, [])
    }, 20)
  }
  const suite = `test('t', async () => { await Promise.all([1, 2, 3, 4].map(() => api.send('GET /a'))) })`
  const { calls } = await run(suite, handler, { concurrency: 2 })
  expect(calls.map(({ outcome }) => outcome)).toEqual(Array(4).fill('answered'))
  expect(most).toBe(2)
})

test('a body over the limit of the target is not judged', async () => {
  const { handler } = answers(JSON.stringify(Array(100).fill('a')))
  const { calls } = await run(`api.call('GET /a')`, handler, { maxBytes: 100 })
  expect(calls).toMatchObject([{ outcome: 'undecidable', failure: 'too-large: the body is over 100 bytes' }])
})
