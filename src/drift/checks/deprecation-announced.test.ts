import { expect, it } from 'vitest'
import { draftsOf, violationsAfterPatches } from '../../testing/check-tester.ts'
import check from './deprecation-announced.ts'

const operation = (more: string): string => `
openapi: 3.0.3
info: { title: t, version: '1' }
paths: { /things: { get: { ${more} responses: { 200: { description: ok } } } } }`
const sunset = 'Sun, 31 Jan 2027 00:00:00 GMT'
const draftsFor = (more: string, headers: Readonly<Record<string, string>>) =>
  draftsOf(check, { description: operation(more), headers }).map(({ part, key }) => `${part} ${key}`)

it.each<readonly [what: string, more: string, headers: Readonly<Record<string, string>>, found: readonly string[]]>([
  ['nothing announced', '', {}, []],
  ['Deprecation of RFC 9745', '', { deprecation: '@1688169599' }, ['header Deprecation Deprecation']],
  ['Deprecation of its drafts', '', { deprecation: 'true' }, ['header Deprecation Deprecation']],
  ['a draft that says it is not', '', { deprecation: 'false' }, []],
  ['Sunset of RFC 8594', '', { sunset }, ['header Sunset Sunset']],
  ['what the description says too', 'deprecated: true,', { deprecation: '@1688169599', sunset }, []],
  ['the same last day', 'deprecated: true, x-sunset: "2027-01-31",', { sunset }, []],
  ['another last day', 'deprecated: true, x-sunset: "2027-06-30",', { sunset }, ['header Sunset sunset']],
])('%s', (_, more, headers, found) => {
  expect(draftsFor(more, headers)).toEqual(found)
})

it('proposes to mark the operation', () => {
  expect(violationsAfterPatches({ description: operation(''), headers: { deprecation: '@1688169599' } })).toEqual([])
})

it('is about the operation, wherever its response is described', () => {
  const drafts = draftsOf(check, { description: operation('x-sunset: "2027-06-30",'), headers: { sunset } })
  const site = { schemaPointer: '/paths/~1things/get', owner: 'operation' }
  expect(drafts).toMatchObject([
    { key: 'Sunset', ...site },
    { key: 'sunset', ...site },
  ])
})
