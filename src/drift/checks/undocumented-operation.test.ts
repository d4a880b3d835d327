import { describe, expect, it } from 'vitest'
import { descriptionOf } from '../../testing/check-tester.ts'
import { createInspector } from '../checking/inspect.ts'

const ok = '{ responses: { 200: { description: ok } } }'
const inspector = createInspector(
  descriptionOf(`
openapi: 3.0.3
info: { title: t, version: '1' }
servers: [{ url: /api }]
paths: { '/loans/{id}': { get: ${ok}, put: ${ok} } }`),
)
const response = (method: string, path: string, status: number, body?: string) =>
  inspector.inspect({ method, path, status, headers: {}, ...(body !== undefined && { body }) })

describe('an undocumented operation', () => {
  it('at a documented path', () => {
    expect(response('DELETE', '/api/loans/42', 200).findings).toMatchObject([
      {
        ruleId: 'undocumented-operation',
        message: 'status 200, and the contract has only GET /loans/{id}, PUT /loans/{id}',
        site: { operation: 'DELETE /loans/{id}', part: '200' },
        source: { revision: { line: 5 } },
      },
    ])
  })

  it('at an undocumented path is reported once for all identifiers', () => {
    const found = ['/v1/users/17/notes', '/v1/users/18/notes?x=1'].flatMap(
      (path) => response('GET', path, 204).findings,
    )
    expect(found).toMatchObject([
      {
        message: 'status 204, and the contract has no such path',
        site: { operation: 'GET /v1/users/{id}/notes' },
      },
      { site: { operation: 'GET /v1/users/{id}/notes' } },
    ])
    expect(new Set(found.map(({ fingerprint }) => fingerprint)).size).toBe(1)
  })
})

it.each([404, 405, 401, 500])('ignores %i, after which the operation may not exist', (status) => {
  const { findings, notChecked } = response('GET', '/nowhere', status)
  expect(findings).toEqual([])
  expect(notChecked).toEqual([{ what: 'GET /nowhere', because: 'no operation of the description matches it' }])
})

it('ignores a gateway page', () => {
  expect(response('GET', '/nowhere', 200, '<!doctype html>')).toMatchObject({ outcome: 'gateway', findings: [] })
})
