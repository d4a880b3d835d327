import { expect, it } from 'vitest'
import type { MediaType, Response } from '../../model/operation.ts'
import { matchMediaType, matchResponse } from './match.ts'

const responses = (...statuses: readonly string[]): Response[] =>
  statuses.map((status) => ({
    status,
    description: '',
    headers: [],
    content: [],
    assumed: false,
    node: {},
    pointer: '',
  }))
const content = (...types: readonly string[]): MediaType[] => types.map((type) => ({ type, pointer: '', node: {} }))

it.each([
  [404, ['default', '4XX', '404'], '404'],
  [404, ['default', '4xx'], '4xx'],
  [404, ['default', '5XX'], 'default'],
  [404, ['200'], undefined],
])('%i among %j is %s', (status, documented, expected) => {
  expect(matchResponse(responses(...documented), status)?.status).toBe(expected)
})

it.each([
  ['application/json; charset=utf-8', ['application/json'], 'application/json'],
  ['application/json', ['application/json; charset=utf-8'], 'application/json; charset=utf-8'],
  ['text/csv', ['text/csv; charset=iso-8859-1'], undefined],
  ['application/json', ['*/*', 'application/*', 'application/json'], 'application/json'],
  ['application/vnd.a.v2+json', ['application/json'], 'application/json'],
  ['application/json', ['application/vnd.a.v2+json'], 'application/vnd.a.v2+json'],
  ['text/json', ['application/json'], 'application/json'],
  ['text/xml', ['application/json', 'application/xml'], 'application/xml'],
  ['application/vnd.a.v1+json', ['application/vnd.a.v2+json'], undefined],
  ['application/vnd.a.v1+json', ['application/vnd.a.v2+json', 'application/json'], 'application/json'],
  ['application/geo+json', ['application/json'], undefined],
  ['application/json', ['application/geo+json'], undefined],
  ['application/problem+json', ['application/*+json', 'application/*'], 'application/*+json'],
  ['application/problem+json', ['application/json', 'application/*'], 'application/*'],
  ['application/hal+json', ['application/json', 'application/hal+json'], 'application/hal+json'],
  ['text/csv', ['*/*', 'text/*'], 'text/*'],
  ['image/png', ['text/*', '*/*'], '*/*'],
  ['text/csv;header="present"', ['text/csv', 'text/csv; header=present'], 'text/csv; header=present'],
  ['text/csv', ['text/csv; header=present'], undefined],
  ['text/html', ['application/json'], undefined],
  ['a/b; v="x;y=1"', ['a/b; v="x;y=2"', 'a/b; v="x;y=1"'], 'a/b; v="x;y=1"'],
  [
    'a/b; profile="https://c?v=2"',
    ['a/b; profile="https://c?v=1"', 'a/b; profile="https://c?v=2"'],
    'a/b; profile="https://c?v=2"',
  ],
  ['a/b; v="\\"q\\""', ['a/b; v=q', 'a/b; v="\\"q\\""'], 'a/b; v="\\"q\\""'],
  ['a/b; V = "X" ', ['a/b;v=x'], 'a/b;v=x'],
  ['a/b; ; v=1; broken', ['a/b;v=1'], 'a/b;v=1'],
])('%s among %j is %s', (type, documented, expected) => {
  expect(matchMediaType(content(...documented), type)?.type).toBe(expected)
})
