import { expect, it } from 'vitest'
import type { Finding } from '../../model/finding.ts'
import { locationsOf } from '../../model/locations.ts'
import { descriptionOf } from '../../testing/check-tester.ts'
import { createInspector, type RawExchange } from '../checking/inspect.ts'
import { mergeFindings } from './merge.ts'

const json = { 'content-type': 'application/json' }

/** Merged findings for the same response of every path. */
function foldOf(description: string, response: Partial<RawExchange>, paths: readonly string[] = ['/a', '/b', '/c']) {
  const inspector = createInspector(descriptionOf(description))
  const all = paths.map((path) => inspector.inspect({ method: 'GET', path, status: 200, headers: json, ...response }))
  return mergeFindings(all.flatMap(({ findings }) => findings))
}

const facts = ({ ruleId, site: { component, componentPointer, status, part }, reaches }: Finding) => ({
  ruleId,
  owner: component === undefined ? (status ?? `operation ${part}`) : `${component}${componentPointer}`,
  reaches: reaches.join(),
})

/** A description of three operations with the same responses. */
const described = (responses: string, components: string, version = 'openapi: 3.1.0') =>
  `{ ${version}, info: { title: t, version: "1" }, ${components}, paths: { ${['/a', '/b', '/c']
    .map((path) => `${path}: { get: { responses: ${responses} } }`)
    .join()} } }`

const media = (schema: string) => `content: { application/json: { schema: ${schema} } }`
const error = '{ type: object, properties: { detail: { type: string }, kind: { enum: [a] } }, required: [code] }'
const body = JSON.stringify({ detail: 1, kind: 'b', trace: 'x' })
const ofError = (at: string) => [
  { ruleId: 'enum-conformance', owner: `${at}/properties/kind`, reaches: 'GET /a,GET /b,GET /c' },
  { ruleId: 'required-conformance', owner: `${at}/properties/code`, reaches: 'GET /a,GET /b,GET /c' },
  { ruleId: 'type-conformance', owner: `${at}/properties/detail`, reaches: 'GET /a,GET /b,GET /c' },
  { ruleId: 'undocumented-property', owner: `${at}/properties/trace`, reaches: 'GET /a,GET /b,GET /c' },
]

it.each([
  [
    'schema',
    `{ 200: { ${media('{ $ref: "#/components/schemas/E" }')} } }`,
    `schemas: { E: ${error} }`,
    'schemas/E',
    '',
  ],
  [
    'response',
    '{ 200: { $ref: "#/components/responses/E" } }',
    `responses: { E: { ${media(error)} } }`,
    'responses/E',
    '/content/application~1json/schema',
  ],
])(
  'groups violations of a shared %s into one finding with all operations',
  (_, responses, components, owner, below) => {
    const found = foldOf(described(responses, `components: { ${components} }`), { body })
    expect(found.map(facts)).toEqual(ofError(`#/components/${owner}${below}`))
    expect(found.map(({ evidence }) => evidence?.samples)).toEqual([3, 3, 3, 3])
  },
)

it('groups them in Swagger 2.0 too', () => {
  const responses = '{ 200: { description: ok, schema: { $ref: "#/definitions/E" } } }'
  const description = described(
    responses,
    `definitions: { E: ${error} }`,
    'swagger: "2.0", produces: [application/json]',
  )
  expect(foldOf(description, { body }).map(facts)).toEqual(ofError('#/definitions/E'))
})

it('groups violations of components in other files, and of whole files', () => {
  const at = (file: string) => `{ 200: { ${media(`{ $ref: "#/x-external-files/${file}" }`)} } }`
  const mounted = `x-external-files: { common.yaml: { components: { schemas: { E: ${error} } } }, e.yaml: ${error} }`
  const owners = ['common.yaml/components/schemas/E', 'e.yaml'].map((file) =>
    foldOf(described(at(file), mounted), { body }).map(facts),
  )
  const [first, second] = ['common.yaml/components/schemas/E', 'e.yaml'].map((each) => `#/x-external-files/${each}`)
  expect(owners).toEqual([ofError(first ?? ''), ofError(second ?? '')])
})

it('groups locations of one component within a body, whatever its branch', () => {
  const schemas = '{ E: { type: object, properties: { n: { anyOf: [{ type: integer }, { type: "null" }] } } } }'
  const schema =
    '{ type: object, properties: { x: { $ref: "#/components/schemas/E" }, y: { $ref: "#/components/schemas/E" } } }'
  const description = described(`{ 200: { ${media(schema)} } }`, `components: { schemas: ${schemas} }`)
  const [found, ...others] = foldOf(description, { body: '{"x":{"n":"1"},"y":{"n":"2"}}' })
  expect(others).toEqual([])
  expect(found && locationsOf(found).map(({ operation, pointer }) => `${operation} ${pointer}`)).toEqual(
    ['/a', '/b', '/c'].flatMap((path) => [`GET ${path} /x/n`, `GET ${path} /y/n`]),
  )
})

it('does not group inline schemas or parameter names of different operations', () => {
  const description = described(`{ 200: { ${media(error)} } }`, 'components: {}')
  const found = foldOf(description, { body })
  expect(found).toHaveLength(12)
  expect(new Set(found.map(({ fingerprint }) => fingerprint)).size).toBe(12)
  expect(found.every(({ reaches, locations }) => reaches.length === 1 && locations === undefined)).toBe(true)
})

it.each([
  ['an undocumented 4xx', 404, 'status-code-conformance', '404'],
  ['an undocumented 2xx', 202, 'status-code-conformance', '202'],
  ['an undocumented 5xx', 501, 'server-error', undefined],
])('%s', (_, status, ruleId, owner) => {
  const found = foldOf(described('{ 200: { description: ok } }', 'components: {}'), { status, body: '{}' })
  const own = found.filter((finding) => finding.ruleId === ruleId)
  expect(own.map(({ site }) => site.status)).toEqual(owner === undefined ? [undefined, undefined, undefined] : [owner])
  expect(own.flatMap(({ reaches }) => reaches)).toEqual(['GET /a', 'GET /b', 'GET /c'])
})

it('proposes the undocumented 4xx response for every operation', () => {
  const [found] = foldOf(described('{ 200: { description: ok } }', 'components: {}'), { status: 404, body: '{}' })
  expect(found?.patch?.map(({ path }) => path)).toEqual(
    ['/a', '/b', '/c'].map((path) => `/paths/~1${path.slice(1)}/get/responses/404`),
  )
  expect(found).toMatchObject({ message: 'status 404 is not documented', before: ['200'] })
})

const errors = `{ 200: { ${media('{}')} }, 404: { ${media('{}')} }, 422: { ${media('{}')} } }`

it.each([
  [
    'errors under an undocumented type',
    { headers: { 'content-type': 'application/xml' }, body: '<p/>' },
    'content-type-conformance',
  ],
  ['errors without a body', { headers: {} }, 'body-presence'],
])('groups %s by status class, but reports each operation for a 200', (_, response, ruleId) => {
  const description = described(errors, 'components: {}')
  const statuses = [404, 422, 200].map((status) => foldOf(description, { ...response, status }))
  const [found, ...others] = mergeFindings(statuses.slice(0, 2).flat())
  expect([found?.ruleId, found?.site.status, found?.locations?.length, others]).toEqual([ruleId, '4XX', 6, []])
  expect(statuses[2]?.map(facts)).toEqual(
    ['/a', '/b', '/c'].map((path) => ({
      ruleId,
      owner: expect.stringMatching(/^operation 200/),
      reaches: `GET ${path}`,
    })),
  )
})

it('groups errors with an undocumented body by status class', () => {
  const description = described('{ 404: { description: none }, 422: { description: none } }', 'components: {}')
  const found = mergeFindings([404, 422].flatMap((status) => foldOf(description, { status, body: '{}' })))
  expect(found.map(facts)).toEqual([{ ruleId: 'undocumented-body', owner: '4XX', reaches: 'GET /a,GET /b,GET /c' }])
})

it('reports headers of components separately, also if two share a schema', () => {
  const header = '{ required: true, schema: { $ref: "#/components/schemas/N" } }'
  const components = `components: { schemas: { N: { type: integer } }, headers: { H: ${header} } }`
  const headers = '{ X-One: { $ref: "#/components/headers/H" }, X-Two: { $ref: "#/components/headers/H" } }'
  const description = described(`{ 200: { description: ok, headers: ${headers} } }`, components)
  const reaches = 'GET /a,GET /b,GET /c'
  const ruleId = 'response-headers-conformance'
  expect(foldOf(description, { headers: {} }).map(facts)).toEqual(
    ['X-One', 'X-Two'].map(() => ({ ruleId, owner: '#/components/headers/H', reaches })),
  )
  expect(foldOf(description, { headers: { 'x-one': 'a', 'x-two': 'b' } }).map(facts)).toEqual(
    ['X-One', 'X-Two'].map(() => ({ ruleId, owner: '#/components/schemas/N', reaches })),
  )
})

it('groups a missing error header that each operation documents', () => {
  const headers = 'headers: { WWW-Authenticate: { required: true, schema: { type: string } } }'
  const description = described(
    `{ 200: { description: ok, ${headers} }, 401: { description: no, ${headers} } }`,
    'components: {}',
  )
  const owners = (status: number) => foldOf(description, { status, headers: {} }).map(({ site }) => site.status)
  expect([owners(401), owners(200)]).toEqual([['4XX'], [undefined, undefined, undefined]])
})

it('groups requests separately from responses', () => {
  const components = 'components: { parameters: { P: { name: page, in: query, schema: { type: integer } } } }'
  const parameters = 'parameters: [{ $ref: "#/components/parameters/P" }]'
  const description = `{ openapi: 3.1.0, info: { title: t, version: "1" }, ${components}, paths: { ${['/a', '/b']
    .map((path) => `${path}: { get: { ${parameters}, responses: { 200: { description: ok } } } }`)
    .join()} } }`
  const found = foldOf(description, { headers: {} }, ['/a?page=x', '/b?page=x'])
  expect(found.map((finding) => [...Object.values(facts(finding)), finding.site.direction])).toEqual([
    ['request-conformance', '#/components/parameters/P/schema', 'GET /a,GET /b', 'request'],
  ])
})
