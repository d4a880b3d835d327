import { expect, test } from 'vitest'
import { generatedRuns } from '../../../testing/servers/generated-runs.ts'

const { run } = generatedRuns()
const schema = '{ type: object, properties: { id: { type: string }, name: { type: string } } }'
const json = (of: string) => `content: { application/json: { schema: ${of} } }`
const paths = `/boxes: {
    get: { responses: { 200: { description: ok, ${json(`{ type: array, items: ${schema} }`)} } } },
    post: { requestBody: { required: true, ${json('{ type: object, required: [name], properties: { name: { type: string } } }')} }, responses: { 201: { description: ok, ${json(schema)} } } } },
  "/boxes/{boxId}": {
    parameters: [{ name: boxId, in: path, required: true, schema: { type: string } }],
    get: { responses: { 200: { description: ok, ${json(schema)} }, 404: { description: d } } },
    delete: { responses: { 204: { description: d }, 404: { description: d } } } }`

test('deletes by its own name what the service lists by an identifier and deletes by name', async () => {
  const boxes = new Map([['1', 'theirs']])
  const deleted: string[] = []
  let last = 1
  await run(paths, (key, body) => {
    const [, method, at = ''] = /^(\w+) \/boxes(?:\/([^/?]+))?/.exec(key) ?? []
    const shown = ([id, name]: readonly [string, string]) => ({ id, name })
    if (method === 'POST') {
      const name = (body as { name?: unknown } | undefined)?.name
      if (typeof name !== 'string' || name.length < 3) return [422]
      boxes.set(String(++last), name)
      return [201, { id: String(last), name }]
    }
    if (at === '') return [200, [...boxes].map(shown)]
    const name = decodeURIComponent(at)
    const one = [...boxes].find(([id, own]) => (method === 'DELETE' ? own === name : id === name))
    if (one === undefined) return [404]
    if (method === 'GET') return [200, shown(one)]
    boxes.delete(one[0])
    deleted.push(name)
    return [204]
  })
  expect([...boxes.values()]).toEqual(['theirs'])
  expect(deleted.length).toBeGreaterThan(0)
  expect(deleted.every((name) => name.includes('abc123'))).toBe(true)
})
