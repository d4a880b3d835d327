import { expect, test } from 'vitest'
import { generatedRuns } from '../../../testing/servers/generated-runs.ts'

const { run } = generatedRuns()
const named =
  'requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } } }'
const item =
  'content: { application/json: { schema: { type: object, properties: { id: { type: string }, title: { type: string } } } } }'
const list = `content: { application/json: { schema: { type: array, items: { type: object, properties: { id: { type: string }, title: { type: string } } } } } }`
const id = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`
const paths = `/shops: {
    get: { responses: { 200: { description: ok, ${list} } } },
    post: { ${named}, responses: { 201: { description: ok, ${item} } } } },
  "/shops/{shop}": {
    parameters: [${id('shop')}],
    get: { responses: { 200: { description: ok, ${item} }, 404: { description: d } } } },
  "/shops/{shop}/shelves": {
    parameters: [${id('shop')}],
    get: { responses: { 200: { description: ok, ${list} } } },
    post: { ${named}, responses: { 201: { description: d } } } },
  "/shops/{shop}/shelves/{shelf}": {
    parameters: [${id('shop')}, ${id('shelf')}],
    get: { responses: { 200: { description: ok, ${item} }, 404: { description: d } } },
    delete: { responses: { 204: { description: d }, 404: { description: d } } } }`

/** A service that never identifies a created shelf. `isShared`: creating one overwrites the only shelf, which all shops show. */
async function shelvesAfter(isShared: boolean) {
  const shelves = new Map<string, { id: string; title: string }>()
  if (isShared) shelves.set('theirs', { id: 'theirs', title: 'theirs' })
  let last = 0
  let made = 0
  await run(paths, (key, body) => {
    const [, method, shelf] = /^(\w+) \/shops\/[^/]+\/shelves\/([^/?]+)/.exec(key) ?? []
    if (shelf !== undefined) {
      if (method === 'DELETE') return [shelves.delete(shelf) ? 204 : 404]
      return shelves.has(shelf) ? [200, shelves.get(shelf)] : [404]
    }
    const title = String((body as { title?: unknown } | undefined)?.title)
    if (/^POST \/shops\/[^/]+\/shelves/.test(key)) {
      if (title.length < 3 || title === 'undefined') return [422]
      made += 1
      const own = isShared ? 'theirs' : String(++last)
      shelves.set(own, { id: own, title })
      return [201]
    }
    if (key.includes('/shelves')) return [200, [...shelves.values()]]
    if (key.startsWith('POST /shops')) return [201, { id: `s${++last}`, title }]
    return key === 'GET /shops' ? [200, []] : [200, { id: 's1', title: 's1' }]
  })
  return { made, left: [...shelves.keys()] }
}

test('deletes what it created below a resource of its own, although no response identified it', async () => {
  const { made, left } = await shelvesAfter(false)
  expect([made > 0, left]).toEqual([true, []])
})

test('keeps what was shown below a resource of its own before', async () => {
  const { made, left } = await shelvesAfter(true)
  expect([made > 0, left]).toEqual([true, ['theirs']])
})
