import { expect, test } from 'vitest'
import type { Observation } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'
import { decideOutcome, isPage } from './outcome.ts'

const json = operationResponseing('application/json')

function operationResponseing(...types: readonly string[]): Operation {
  const content = types.map((type) => ({ type, pointer: '', node: {} }))
  return {
    key: 'GET /loans',
    method: 'GET',
    path: '/loans',
    summary: '',
    description: '',
    tags: [],
    deprecated: false,
    parameters: [],
    responses: [{ status: '200', description: '', headers: [], content, assumed: false, node: {}, pointer: '' }],
    security: [],
    servers: [],
    basePaths: [],
    pathItem: [],
    callbacks: [],
    pointer: '',
    node: {},
  }
}

function observed(parts: Partial<Observation>): Observation {
  return {
    request: { method: 'GET', path: '/loans', headers: {} },
    headers: { 'content-type': 'application/json' },
    milliseconds: 1,
    authenticated: true,
    ...parts,
  }
}

const html = { 'content-type': 'text/html; charset=utf-8' }

test.each([
  ['a body', observed({ status: 200, body: '[]' }), 'received'],
  ['a server error', observed({ status: 500, body: '{}' }), 'received'],
  ['a refused connection', observed({ failure: { code: 'ECONNREFUSED', message: '' } }), 'unreachable'],
  ['no status and no failure', observed({}), 'unreachable'],
  ['a truncated body', observed({ status: 200, failure: { code: 'truncated', message: '' } }), 'unreachable'],
  ['a body over the limit', observed({ status: 200, failure: { code: 'too-large', message: '' } }), 'inconclusive'],
  ['an unknown coding', observed({ status: 200, failure: { code: 'encoding', message: '' } }), 'inconclusive'],
  ['502', observed({ status: 502 }), 'gateway'],
  ['503', observed({ status: 503, body: '{}' }), 'gateway'],
  ['504', observed({ status: 504 }), 'gateway'],
  ['an HTML page', observed({ status: 200, headers: html, body: '<p>Log in</p>' }), 'gateway'],
  ['an HTML page under a JSON type', observed({ status: 200, body: '\n<!DOCTYPE html><html>' }), 'gateway'],
  ['an HTML page without a type', observed({ status: 200, headers: {}, body: '<html>' }), 'gateway'],
  ['an HTML error page', observed({ status: 404, headers: html, body: '<html>' }), 'received'],
  ['an HTML error page of a gateway', observed({ status: 502, headers: html, body: '<html>' }), 'gateway'],
  ['JSON under an HTML type', observed({ status: 200, headers: html, body: '\n[1]' }), 'received'],
  ['a JSON scalar under an HTML type', observed({ status: 200, headers: html, body: '12' }), 'received'],
  ['no body under an HTML type', observed({ status: 204, headers: html, body: '' }), 'received'],
  ['XML', observed({ status: 200, body: '<loans/>' }), 'received'],
  ['401 with a credential', observed({ status: 401 }), 'unauthorized'],
  ['403 with a credential', observed({ status: 403 }), 'unauthorized'],
  ['401 without a credential', observed({ status: 401, authenticated: false }), 'received'],
  ['429', observed({ status: 429 }), 'rate-limited'],
] as const)('%s is %3$s', (_name, observation, outcome) => {
  expect(decideOutcome(observation, { operation: json })).toBe(outcome)
})

test.each([401, 403, 429, 503])('a test that expects %i counts as received', (status) => {
  const context = { operation: json, expected: (received: number) => received === status }
  expect(decideOutcome(observed({ status }), context)).toBe('received')
})

test('an expected status does not excuse a gateway page', () => {
  const observation = observed({ status: 200, headers: html, body: '<html>' })
  expect(decideOutcome(observation, { operation: json, expected: () => true })).toBe('gateway')
})

test.each([
  ['text/html', 'received'],
  ['text/*', 'received'],
  ['application/pdf', 'received'],
  ['application/vnd.bank+json', 'gateway'],
])('with %s documented, an HTML page is %s', (type, outcome) => {
  const observation = observed({ status: 200, headers: html, body: '<html>' })
  expect(decideOutcome(observation, { operation: operationResponseing(type) })).toBe(outcome)
})

test('detects an HTML page instead of JSON with any status', () => {
  const observation = observed({ status: 404, headers: html, body: '<html>' })
  expect([isPage(observation, json), isPage(observation, operationResponseing('text/html'))]).toEqual([true, false])
})
