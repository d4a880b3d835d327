import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import type { SuiteContext } from '../../../suite/api/context.ts'
import { descriptionOf } from '../../../testing/check-tester.ts'
import { servers } from '../../../testing/servers/loopback.ts'
import { runGenerated } from './generated.ts'

const { started } = servers()

/** A service that has a database and responds 200 to who makes one, as if it were new. What a run deletes. */
async function deleted(name: string, isListed: boolean): Promise<readonly string[]> {
  const databases = new Set(['production'])
  const gone: string[] = []
  const schema = '{ type: object, properties: { id: { type: string } } }'
  const list = `get: { responses: { 200: { description: d, content: { application/json: { schema: { type: array, items: ${schema} } } } } } },`
  const description = descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /databases: {
    ${isListed ? list : ''}
    post: { requestBody: { required: true, content: { application/json: { schema: { type: object, required: [${name}], properties: { ${name}: { type: string, example: production, pattern: '^[a-z]{10}$' } } } } } },
            responses: { 200: { description: d, content: { application/json: { schema: ${isListed ? schema : '{ type: object }'} } } } } } }
  /databases/{database}: {
    parameters: [{ name: database, in: path, required: true, schema: { type: string } }],
    get: { responses: { 200: { description: d }, 404: { description: no } } },
    delete: { responses: { 200: { description: d }, 404: { description: no } } } }
`)
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const at = decodeURIComponent(request.url?.split('/')[2] ?? '')
    const respond = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (at !== '') {
      const isThere = databases.has(at)
      if (isThere && request.method === 'DELETE') gone.push(at)
      if (request.method === 'DELETE') databases.delete(at)
      return respond(isThere ? 200 : 404, {})
    }
    if (request.method === 'GET')
      return respond(
        200,
        [...databases].map((id) => ({ id })),
      )
    const { [name]: made } = JSON.parse(text) as Record<string, string>
    databases.add(made ?? '')
    respond(200, isListed ? { id: made } : {})
  })
  const target = { baseUrl: `http://127.0.0.1:${await started(server)}`, label: 'x', writable: true, credentials: [] }
  const context: SuiteContext = { api: 'x', cwd: '/', specsDir: 'specs', description: '', redact: [], target }
  await runGenerated(context, description, { modes: ['stateful'] })
  return gone
}

test.each([
  ['a request that names it and a response that does not', 'database', false],
  ['a response that names what was listed before', 'database', true],
])('what was there is not deleted: %s', async (_, name, isListed) => {
  expect(await deleted(name, isListed)).not.toContain('production')
})
