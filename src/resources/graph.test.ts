import { expect, test } from 'vitest'
import { descriptionOf } from '../testing/check-tester.ts'
import { resourceGraphOf } from './graph.ts'
import { inOrder, isEnding } from './order.ts'

/** Consumers before producers, with all kinds of names. */
const description = descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /silence/{silenceID}: { delete: &none { responses: { '204': { description: d } } }, get: *none }
  /articles/{slug}/comments/{id}: { get: *none }
  /articles/{slug}: { get: { responses: { '200': &article { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/ArticleView' } } } } } } }
  /teams/{team}/members/{memberId}: { get: *none }
  /repos/{owner}/{repo}: { get: *none }
  /files/{path}: { get: *none, put: *none }
  /jobs/{job_uuid}: { get: *none }
  /kernelspecs/{kernel_name}: { get: *none }
  /loans/{loanId}: { get: { operationId: getLoan, parameters: [{ name: loanId, in: path, required: true, schema: {} }], responses: { '200': { description: d } } } }
  /orders:
    post:
      parameters: [{ name: couponId, in: query, schema: { type: string } }, { name: X-Request-Id, in: header, required: true, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { type: object, required: [petId], properties: {
        id: { type: string }, petId: { type: integer }, kind: { type: string }, colour_id: { type: string, enum: [red] },
        owner: { type: object, required: [id], properties: { id: { type: string } } }, tagIds: { type: array, items: { type: string } } } } } } }
      responses: { '201': { description: d } }
  /pets/{petId}: { get: { parameters: [{ name: petId, in: path, required: true, schema: { type: integer } }], responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } } } }
  /shelters: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: array, items: { type: object, properties: { star: { $ref: '#/components/schemas/Pet' } } } } } } } } } }
  /applications: { post: { responses: { '201': { description: d, links: { loan: { operationId: getLoan, parameters: { loanId: $response.body#/loan } } } } } } }
  /kernelspecs: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { default: { type: string }, kernelspecs: { type: object, additionalProperties: { type: object, properties: { spec: { type: object } } } } } } } } } } } }
  /jobs/search: { post: { responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { total: { type: integer }, hits: { type: array, items: { type: object, properties: { jobUuid: { type: string }, title: { type: string } } } } } } } } } } } }
  /search/code: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: array, items: { type: object, properties: { repo: { type: object, properties: { name: { type: string }, owner: { type: object, properties: { login: { type: string } } } } } } } } } } } } } }
  /teams/{team}/members: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: array, items: { type: string } } } } } } } }
  /teams: { get: { responses: { '200': { description: d } } }, post: { responses: { '201': { description: d, headers: { Location: { schema: { type: string } } } } } } }
  /articles/{slug}/comments: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { comments: { type: array, items: { type: object, properties: { id: { type: integer }, body: { type: string } } } } } } } } } } } }
  /articles: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Article' } } } } } } }, post: { responses: { '201': *article } } }
  /silences: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: array, items: { allOf: [{ type: object, properties: { id: { type: string } } }] } } } } } } } }
components:
  schemas:
    Pet: { type: object, properties: { id: { type: integer }, name: { type: string }, parent: { $ref: '#/components/schemas/Pet' } } }
    Article: { type: object, properties: { id: { type: integer }, slug: { type: string } } }
    ArticleView: { $ref: '#/components/schemas/Article' }
`)

const { needs, candidates, serves } = resourceGraphOf(description)

/** Returns the best source of a need, and whether it is certain. */
const best = (operation: string, location: string): string | undefined => {
  const need = needs.get(operation)?.find((one) => one.location === location)
  if (need === undefined) return 'no need'
  const [first] = candidates.get(need.id) ?? []
  return first && `${first.operation} ${first.from} ${first.at}${first.isCertain ? '' : ' ?'}`
}

test.each([
  ['GET /silence/{silenceID}', 'path silenceID', 'GET /silences body /*/id'],
  ['GET /articles/{slug}', 'path slug', 'POST /articles body /slug'],
  ['GET /articles/{slug}/comments/{id}', 'path id', 'GET /articles/{slug}/comments body /comments/*/id'],
  ['GET /teams/{team}/members/{memberId}', 'path team', 'POST /teams header location'],
  ['GET /teams/{team}/members/{memberId}', 'path memberId', 'GET /teams/{team}/members body /*'],
  ['GET /repos/{owner}/{repo}', 'path repo', 'GET /search/code body /*/repo/name ?'],
  ['GET /repos/{owner}/{repo}', 'path owner', 'GET /search/code body /*/repo/owner/login ?'],
  ['GET /files/{path}', 'path path', 'PUT /files/{path} request '],
  ['GET /jobs/{job_uuid}', 'path job_uuid', 'POST /jobs/search body /hits/*/jobUuid'],
  ['GET /kernelspecs/{kernel_name}', 'path kernel_name', 'GET /kernelspecs key /kernelspecs/*'],
  ['GET /loans/{loanId}', 'path loanId', 'POST /applications link loan'],
  ['GET /pets/{petId}', 'path petId', 'GET /shelters body /*/star/id ?'],
  ['POST /orders', 'body /petId', 'GET /pets/{petId} body /id ?'],
  ['POST /orders', 'body /owner/id', undefined],
  ['POST /orders', 'body /id', 'no need'],
  ['POST /orders', 'body /colour_id', 'no need'],
  ['POST /orders', 'query couponId', undefined],
  ['POST /orders', 'header X-Request-Id', 'no need'],
])('%s takes its %s from %s', (operation, location, expected) => {
  expect(best(operation, location)).toBe(expected)
})

test('a resource with a two-part identifier is listed without either part: both come from one item', () => {
  const repository = `{ type: object, properties: { id: { type: integer }, name: { type: string }, full_name: { type: string },
    owner: { type: object, properties: { id: { type: integer }, login: { type: string }, login_name: { type: string } } } } }`
  const forge = descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /repos/{owner}/{repo}: { get: &none { responses: { '204': { description: d } } } }
  /repos/{owner}/{repo}/tags: { get: *none }
  /repos/search: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { ok: { type: boolean }, data: { type: array, items: ${repository} } } } } } } } } }
  /reports/{id}/{format}: { get: *none }
  /artifacts/versions/{versionExpression}: { get: *none }
  /artifacts/versions: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { count: { type: integer }, versions: { type: array, items: { type: object, properties: { name: { type: string }, version: { type: string } } } } } } } } } } } }
  /collections/{id}: { get: *none }
  /collections: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { data: { type: array, items: { type: object, properties: { collection: { type: string }, note: { type: string } } } } } } } } } } } }
  /reports: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: array, items: { type: object, properties: { id: { type: string } } } } } } } } } }
`)
  const graph = resourceGraphOf(forge)
  const first = (operation: string, name: string) => {
    const need = graph.needs.get(operation)?.find((one) => one.name === name)
    const [best] = graph.candidates.get(need?.id ?? '') ?? []
    return best && `${best.operation} ${best.at} ${best.isCertain}`
  }
  expect(first('GET /repos/{owner}/{repo}/tags', 'owner')).toBe('GET /repos/search /data/*/owner/login false')
  expect(first('GET /repos/{owner}/{repo}/tags', 'repo')).toBe('GET /repos/search /data/*/name true')
  // The identifier has the same name as the resource.
  expect(first('GET /artifacts/versions/{versionExpression}', 'versionExpression')).toBe(
    'GET /artifacts/versions /versions/*/version true',
  )
  expect(first('GET /collections/{id}', 'id')).toBe('GET /collections /data/*/collection true')
  expect(first('GET /reports/{id}/{format}', 'id')).toBe('GET /reports /*/id true')
})

test('a name is no identifier, and a creation returns its own', () => {
  const text = '{ type: string }'
  const of = (schema: string) => `content: { application/json: { schema: ${schema} } }`
  const object = (members: string) => `{ type: object, properties: { ${members} } }`
  const none = "{ responses: { '204': { description: d } } }"
  const made = (schema: string) => `responses: { '201': { description: d, ${of(schema)} } }`
  const graph = resourceGraphOf(
    descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /groups: { post: { requestBody: { ${of(object(`groupId: ${text}`))} }, ${made(object(`data: ${object(`members: { type: array, items: ${text} }`)}`))} } }
  /groups/{groupId}: { get: ${none} }
  /groups/{groupId}/rules: { get: { responses: { '200': { description: d, ${of(`{ type: array, items: { type: string, enum: [a, b] } }`)} } } } }
  /groups/{groupId}/rules/{rule}: { get: { parameters: [{ name: rule, in: path, required: true, schema: { type: string, enum: [a, b] } }], responses: { '204': { description: d } } } }
  /notes: { post: { ${made(object('data: { type: object, additionalProperties: {} }'))} } }
  /notes/{id}: { get: ${none} }
  /items/{itemId}: { get: ${none} }
  /carts/{cartId}/items: { post: { requestBody: { ${of(object(`itemId: ${text}`))} }, ${made(object(''))} } }
  /carts/{cartId}/items/{itemId}: { get: ${none} }
  /scrape_pools: { get: { responses: { '200': { description: d, ${of(object(`data: ${object(`scrapePools: { type: array, items: ${text} }`)}`))} } } } }
  /config: { get: { parameters: [{ name: scrapePool, in: query, schema: ${text} }, { name: sort, in: query, schema: { type: string, enum: [a] } }], responses: { '204': { description: d } } } }
`),
  )
  const body = (key: string) => (graph.needs.get(key) ?? []).filter((one) => one.in === 'body').map(({ name }) => name)
  expect(body('POST /groups')).toEqual([])
  // It has its own path too, so it may be a reference.
  expect(body('POST /carts/{cartId}/items')).toEqual(['itemId'])
  const sources = (id: string) => (graph.candidates.get(id) ?? []).map(({ from, at }) => `${from} ${at}`)
  expect(sources('/groups/{}')).toEqual(['header location', 'entity '])
  expect(sources('/notes/{}')).toEqual(['header location', 'entity '])
  expect(graph.needs.get('GET /groups/{groupId}/rules/{rule}')?.map(({ id }) => id)).toEqual([
    '/groups/{}',
    '/groups/{}/rules/{}',
  ])
  expect((graph.guesses.get('GET /config') ?? []).map(({ id }) => [id, sources(id)])).toEqual([
    ['GET /config query scrapePool', ['body /data/scrapePools/*']],
  ])
})

test('a list of identifiers is a need, and optional needs are marked', () => {
  const body = (needs.get('POST /orders') ?? []).filter((one) => one.in === 'body')
  expect(body.map(({ location, isList, required }) => [location, isList, required])).toEqual([
    ['body /petId', false, true],
    ['body /owner/id', false, false],
    ['body /tagIds', true, false],
  ])
})

test('an operation lists the needs its responses serve, with reasons', () => {
  expect((serves.get('GET /silences') ?? []).map(({ need, candidate }) => [need.id, candidate.reason])).toEqual([
    ['/silence/{}', 'lists them at the path before'],
  ])
})

test('producers come before consumers, independent of file order, and deletions come last', () => {
  const order = inOrder(description).map(({ key }) => key)
  const pairs = [
    ['GET /silences', 'GET /silence/{silenceID}'],
    ['POST /articles', 'GET /articles/{slug}'],
    ['GET /articles', 'GET /articles/{slug}/comments'],
    ['GET /articles/{slug}/comments', 'GET /articles/{slug}/comments/{id}'],
    ['GET /shelters', 'GET /pets/{petId}'],
    ['GET /pets/{petId}', 'POST /orders'],
    ['POST /jobs/search', 'GET /jobs/{job_uuid}'],
    ['PUT /files/{path}', 'GET /files/{path}'],
  ]
  expect(pairs.filter(([first = '', second = '']) => order.indexOf(first) > order.indexOf(second))).toEqual([])
  expect([order.length, new Set(order).size, order.at(-1)]).toEqual([
    description.operations.length,
    description.operations.length,
    'DELETE /silence/{silenceID}',
  ])
})

test.each([
  ['/repos/{owner}/{repo}/transfer', true],
  ['/files/{id}/move', true],
  ['/accounts/transfer', false],
  ['/repos/{id}/transfers', false],
])('whether POST %s ends its resource: %s', (path, expected) => {
  const [operation] = descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths: { '${path}': { post: { responses: { '200': { description: d } } } } }
`).operations
  expect(operation && isEnding(operation)).toBe(expected)
})

test('operations with cyclic dependencies are ordered too', () => {
  const circle = descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /b/{bId}: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { aId: { type: string } } } } } } } } }
  /a/{aId}: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { bId: { type: string } } } } } } } } }
`)
  expect(inOrder(circle).map(({ key }) => key)).toEqual(['GET /b/{bId}', 'GET /a/{aId}'])
})
