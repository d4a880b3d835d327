import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../../model/json.ts'
import type { SuiteContext } from '../../../suite/api/context.ts'
import { descriptionOf } from '../../../testing/check-tester.ts'
import { servers } from '../../../testing/servers/loopback.ts'
import type { GenerateOptions } from './generate-options.ts'
import { runGenerated } from './generated.ts'

const { started } = servers()

const description = (more = '') =>
  descriptionOf(`
openapi: 3.1.0
info: { title: Topics, version: '1' }
paths:
  /topics:
    post: { requestBody: &body { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Input' } } } }, responses: { '201': &one { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Topic' } } } } } }
  /topics/{topicId}:
    parameters: [{ name: topicId, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': *one, '404': { description: d } } }
    ${more}
components:
  schemas:
    Input: { type: object, required: [name], properties: { name: { type: string, minLength: 3, maxLength: 40, example: News }, size: { type: integer, minimum: 0, maximum: 5 } } }
    Topic: { allOf: [{ $ref: '#/components/schemas/Input' }, { type: object, required: [id], properties: { id: { type: integer } } }] }
`)

const remove = `delete: { responses: { '204': { description: d }, '404': { description: d } } }`

interface Topics {
  readonly context: SuiteContext
  readonly topics: Map<number, JsonObject>
  /** Names used so far, and response statuses. */
  readonly names: string[]
  readonly statuses: number[]
}

/** Parses an object, or returns `{}`. */
function read(text: string): JsonObject {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? (body as JsonObject) : {}
  } catch {
    return {}
  }
}

/**
 * Starts a service with unique names. `refuses`: deletions are rejected. `onMade`: called after each creation. `isOne`: there is
 * a single topic.
 */
async function startTopics(refuses = false, onMade = (_id: number): void => {}, isOne = false): Promise<Topics> {
  const topics = new Map<number, JsonObject>()
  const [names, statuses]: [string[], number[]] = [[], []]
  let last = 0
  const respond = (method: string, id: number, text: string): [number, JsonObject?] => {
    if (method === 'POST') {
      const body = read(text)
      const { name } = body
      if (typeof name !== 'string' || name === '' || typeof (body.size ?? 1) !== 'number') return [422]
      if ([...topics.values()].some((topic) => topic.name === name)) return [409]
      const [only] = topics.values()
      if (isOne && only !== undefined) return [201, only]
      names.push(name)
      last += 1
      topics.set(last, { ...body, id: last })
      return [201, { ...body, id: last }]
    }
    const topic = topics.get(id)
    if (topic === undefined) return [404]
    if (method === 'DELETE') return refuses ? [403] : [topics.delete(id) ? 204 : 404]
    return [200, topic]
  }
  const port = await started(
    createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request) text += chunk
      const [status, body] = respond(request.method ?? '', Number(request.url?.split('/')[2]), text)
      statuses.push(status)
      response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' })
      response.end(body === undefined ? undefined : JSON.stringify(body))
      if (status === 201) onMade(last)
    }),
  )
  const target = { baseUrl: `http://127.0.0.1:${port}`, label: 'here', writable: true, credentials: [] }
  const context: SuiteContext = { api: 'topics', cwd: '/', specsDir: 'specs', description: '', redact: [], target }
  return { context, topics, names, statuses }
}

const all: GenerateOptions = { modes: ['positive', 'negative', 'stateful'] }

test('created resources are deleted at the end, and their names contain the run id', async () => {
  const { context, topics, names } = await startTopics()
  const { notChecked } = await runGenerated(context, description(remove), { ...all, runId: 'abc123' })
  expect(names.length).toBeGreaterThan(3)
  expect(names[0]).toMatch(/^News-abc123[0-9a-f]{2}$/)
  expect(topics.size).toBe(0)
  expect(notChecked.filter(({ what }) => what.startsWith('deleting'))).toEqual([])
})

test('a resource returned twice as created counts once', async () => {
  const { context, topics } = await startTopics(false, undefined, true)
  const { notChecked } = await runGenerated(context, description(remove), { ...all, modes: ['positive'] })
  expect(topics.size).toBe(0)
  expect(notChecked.filter(({ what }) => what.startsWith('deleting'))).toEqual([])
})

test.each([
  ['is rejected', remove, 'DELETE /topics/{topicId} got 403'],
  ['has no operation', '', 'no operation deletes it'],
])('reports a resource left behind because deleting it %s', async (_why, operations, because) => {
  const { context, topics } = await startTopics(true)
  const { notChecked } = await runGenerated(context, description(operations), all)
  expect(topics.size).toBeGreaterThan(3)
  const what = `deleting topicId ${[...topics.keys()].join(', ')}, which it made`
  expect(notChecked).toContainEqual({ operation: 'POST /topics', what, because })
})

test('runs after a killed run, and concurrent runs, do not conflict', async () => {
  // Deletions are rejected, so resources remain as after killed runs.
  const { context, statuses } = await startTopics(true)
  const once = (runId: string) => runGenerated(context, description(), { ...all, runId })
  await once('abc120')
  await Promise.all([once('abc121'), once('abc122')])
  expect(statuses).toContain(201)
  expect(statuses.filter((status) => status === 409)).toEqual([])
})

test('a stopped run deletes its resources and sends no other request', async () => {
  const stop = new AbortController()
  const { context, topics, names } = await startTopics(false, () => names.length === 3 && stop.abort())
  const undone = new Map<number, string>()
  await runGenerated(context, description(remove), { ...all, stop: stop.signal, undone })
  expect(names).toHaveLength(3)
  expect([topics.size, undone.size]).toEqual([0, 0])
})

test('a stopped run that may not delete lists the remaining resources at any time', async () => {
  const stop = new AbortController()
  const { context, topics } = await startTopics(true, (id) => id === 2 && stop.abort())
  const undone = new Map([[1, 'of a suite']])
  await runGenerated(context, description(remove), { ...all, stop: stop.signal, undone })
  expect([...topics.keys()]).toEqual([1, 2])
  expect([...undone.values()].sort()).toEqual([
    'POST /topics made topicId 1',
    'POST /topics made topicId 2',
    'of a suite',
  ])
})
