import { expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import { countedRun } from '../../testing/servers/responses.ts'
import { coverageOf } from './coverage.ts'

const description = `
openapi: 3.0.3
info: { title: test, version: '1' }
paths:
  /loans:
    get:
      parameters:
        - { name: page, in: query, schema: { type: integer } }
        - { name: filter, in: query, style: deepObject, explode: true, schema: { type: object } }
        - { name: X-Trace, in: header, schema: { type: string } }
      responses:
        '200':
          description: ok
          headers: { ETag: { schema: { type: string } }, Link: { schema: { type: string } } }
          content:
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Loan' } }
            text/csv: {}
        4XX: { description: refused }
  /trees:
    get:
      responses:
        '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Tree' } } } }
        '500': { description: broken, content: { application/json: { schema: { $ref: '#/components/schemas/Tree' } } } }
components:
  schemas:
    Loan:
      type: object
      required: [id]
      properties:
        id: { type: integer }
        status: { type: string, enum: [OPEN, CLOSED], nullable: true }
        secret: { type: string, writeOnly: true }
        byCurrency: { type: object, additionalProperties: { type: object, properties: { amount: { type: string } } } }
        owner: { oneOf: [{ $ref: '#/components/schemas/Person' }, { $ref: '#/components/schemas/Firm' }] }
    Person: { type: object, properties: { born: { type: string, format: date } } }
    Firm: { type: object, properties: { kind: { type: string, enum: [LTD] } } }
    Tree: { type: object, properties: { name: { type: string }, left: { $ref: '#/components/schemas/Tree' } } }
`

const loans: Json = [
  { id: 1, status: 'OPEN', byCurrency: { EUR: { amount: '1' }, USD: {} }, owner: { kind: 'LTD' }, extra: 'x' },
  { id: 2, status: null },
]

it('counts an operation as called only if it was reached', () => {
  const { documented, statistics } = countedRun(description, [{ operation: 'GET /loans', status: 500 }])
  expect(coverageOf(documented, statistics, new Set()).operations).toEqual({ called: 0, total: 2 })
})

it('counts seen and documented parts', () => {
  const { documented, statistics } = countedRun(description, [
    { operation: 'GET /loans', path: '/loans?filter%5Ba%5D=1', headers: { etag: '"a"' }, body: loans },
    { operation: 'GET /loans', status: 404 },
  ])
  const { byOperation, ...all } = coverageOf(documented, statistics, new Set(Object.keys(statistics.operations)))
  expect(all).toEqual({
    operations: { called: 1, total: 2 },
    statuses: { seen: 2, documented: 4 },
    parameters: { seen: 1, total: 3 },
    contentTypes: { seen: 1, total: 3 },
    headers: { seen: 1, total: 2 },
    properties: { seen: 6, total: 9 },
    values: { seen: 2, total: 3 },
  })
  expect(byOperation[0]?.responses).toEqual({ 200: 1, '4XX': 1 })
  expect(byOperation[0]?.unseen).toEqual([
    'parameter query page',
    'parameter header X-Trace',
    'content type 200 text/csv',
    'header 200 Link',
    'property 200 application/json /*/owner/born',
    'value 200 application/json /*/status "CLOSED"',
  ])
  expect(byOperation[1]).toMatchObject({ calls: 0, unseen: [], properties: { seen: 0, total: 2 } })
})

it('counts a recursive schema once at any depth', () => {
  let tree: object = { name: 'leaf' }
  for (let depth = 0; depth < 50; depth++) tree = { name: 'n', left: tree }
  // The deeply nested object is valid JSON.
  const { documented, statistics } = countedRun(description, [
    { operation: 'GET /trees', body: tree as { name: string } },
  ])
  expect(coverageOf(documented, statistics, new Set(Object.keys(statistics.operations))).byOperation[1]).toMatchObject({
    properties: { seen: 2, total: 2 },
    unseen: ['status 500'],
  })
  expect(Object.keys(statistics.operations['GET /trees']?.bodies['200 application/json']?.locations ?? {})).toEqual([
    '',
    '/left',
    '/name',
  ])
})

it('stores no undocumented values or names', () => {
  const body = [
    { id: 'planted-1', status: 'planted-2', 'planted-3': 1, byCurrency: { 'planted-4': { amount: 'planted-5' } } },
  ]
  const { statistics } = countedRun(description, [
    { operation: 'GET /loans', path: '/loans?page=planted-6', body, headers: { 'x-planted': 'planted-7' } },
  ])
  expect(JSON.stringify(statistics)).not.toContain('planted')
})
