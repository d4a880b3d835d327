import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json, JsonObject } from '../../model/json.ts'
import type { SuiteContext } from '../../suite/api/context.ts'
import { descriptionOf } from '../check-tester.ts'

/** Operation whose effect the service loses. */
export type Lapse = 'create' | 'list' | 'listed' | 'update' | 'delete' | 'refuse-delete' | 'late'

/** Description of a notes API with create, list, read, update and delete. */
export const notesDescription = descriptionOf(`
openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes/{noteId}:
    parameters: [{ name: noteId, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': &one { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }, '404': { description: d } } }
    put: { requestBody: &body { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Input' } } } }, responses: { '200': *one, '404': { description: d } } }
    delete: { responses: { '204': { description: d }, '404': { description: d }, '409': { description: d } } }
  /notes:
    get: { responses: { '200': { description: d, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } } } }
    post: { requestBody: *body, responses: { '201': *one } }
components:
  schemas:
    Input: { type: object, required: [text, stars], properties: { text: { type: string }, stars: { type: integer, minimum: 0, maximum: 5 } } }
    Note: { allOf: [{ $ref: '#/components/schemas/Input' }, { type: object, required: [id], properties: { id: { type: integer } } }] }
`)

/** Starts the service with two notes. `notes` are the current ones. */
export async function startForgetfulService(lapse?: Lapse) {
  const notes = new Map<number, JsonObject>([1, 2].map((id) => [id, { id, text: `note ${id}`, stars: id }]))
  let [last, looked] = [2, 0]
  const respond = (method: string, path: string, text: string): [number, Json?] => {
    const id = Number(path.split('/')[2])
    if (path === '/notes' && method === 'GET')
      return [200, [...notes.values()].filter((note) => lapse !== 'list' || Number(note.id) <= 2)]
    if (path === '/notes') {
      last += 1
      const note = { ...(JSON.parse(text) as JsonObject), id: last }
      if (lapse !== 'create') notes.set(last, note)
      return [201, note]
    }
    const note = notes.get(id)
    const isLate = lapse === 'late' && id > 2 && looked++ === 0
    if (note === undefined || (lapse === 'listed' && id === 2) || isLate) return [404]
    if (method === 'PUT') {
      const changed = { ...(JSON.parse(text) as JsonObject), id }
      if (lapse !== 'update') notes.set(id, changed)
      return [200, changed]
    }
    if (method === 'DELETE') {
      if (lapse === 'refuse-delete') return [409]
      if (lapse !== 'delete') notes.delete(id)
      return [204]
    }
    return [200, note]
  }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const [status, body] = respond(request.method ?? '', request.url ?? '', text)
    response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server listening on a port has an AddressInfo.
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const target = { baseUrl, label: 'sandbox', writable: true, credentials: [] }
  const context: SuiteContext = { api: 'notes', cwd: '/', specsDir: 'specs', description: '', redact: [], target }
  return { context, notes, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}
