import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import type { SuiteContext } from '../../../suite/api/context.ts'
import { descriptionOf } from '../../../testing/check-tester.ts'
import { servers } from '../../../testing/servers/loopback.ts'
import { runGenerated } from './generated.ts'

const { started } = servers()

const one =
  'description: d, content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } }'
const id = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`
const description = descriptionOf(`
openapi: 3.1.0
info: { title: Boards, version: '1' }
paths:
  /boards: { post: { responses: { '201': { ${one} } } } }
  /boards/{boardId}:
    parameters: [${id('boardId')}]
    get: { responses: { '200': { ${one} }, 4XX: { description: no } } }
    delete: { responses: { '204': { description: gone }, 4XX: { description: no } } }
  /boards/{boardId}/cards:
    parameters: [${id('boardId')}]
    post: { responses: { '201': { ${one} }, 4XX: { description: no } } }
  /boards/{boardId}/cards/{cardId}:
    parameters: [${id('boardId')}, ${id('cardId')}]
    get: { responses: { '200': { ${one} }, 4XX: { description: no } } }
    delete: { responses: { '204': { description: gone }, 4XX: { description: no } } }
`)

/**
 * Simulates boards whose deletion deletes their cards. Requests below a deleted board get the status `below`; with `refusal`,
 * deletions are rejected.
 */
async function run(below: number, refusal?: number) {
  const boards = new Map<string, Set<string>>()
  let last = 0
  const respond = (method: string, url: string): [number, object?] => {
    const [, , board = '', , card = ''] = url.split('/')
    if (url === '/boards') {
      boards.set(`b${++last}`, new Set())
      return [201, { id: `b${last}` }]
    }
    const cards = boards.get(board)
    if (cards === undefined) return [url.includes('/cards') ? below : 404]
    if (method === 'POST') return [201, { id: [...cards.add(`c${++last}`)].at(-1) }]
    if (!url.includes('/cards')) {
      if (method === 'DELETE' && refusal === undefined) boards.delete(board)
      return method === 'DELETE' ? [refusal ?? 204] : [200, { id: board }]
    }
    if (!cards.has(card)) return [404]
    if (method !== 'DELETE') return [200, { id: card }]
    if (refusal === undefined) cards.delete(card)
    return [refusal ?? 204]
  }
  const port = await started(
    createServer((request, response) => {
      const [status, body] = respond(request.method ?? '', request.url ?? '')
      response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' })
      response.end(body === undefined ? undefined : JSON.stringify(body))
    }),
  )
  const target = { baseUrl: `http://127.0.0.1:${port}`, label: 'here', writable: true, credentials: [] }
  const context: SuiteContext = { api: 'boards', cwd: '/', specsDir: 'specs', description: '', redact: [], target }
  const { notChecked } = await runGenerated(context, description, { modes: ['positive', 'stateful'] })
  return { boards, left: notChecked.filter(({ what }) => what.startsWith('deleting')) }
}

test.each([403, 409])(
  'children of a deleted resource are not left behind, whether or not deleting them fails with %d',
  async (below) => {
    expect(await run(below)).toEqual({ boards: new Map(), left: [] })
  },
)

test('resources whose deletion is rejected are left behind', async () => {
  const { left } = await run(404, 409)
  expect(left.map(({ because }) => because)).toContain('DELETE /boards/{boardId}/cards/{cardId} got 409')
})
