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
  ['no announcement', '', {}, []],
  ['Deprecation by RFC 9745', '', { deprecation: '@1688169599' }, ['header Deprecation Deprecation']],
  ['Deprecation by its drafts', '', { deprecation: 'true' }, ['header Deprecation Deprecation']],
  ['Deprecation: false by its drafts', '', { deprecation: 'false' }, []],
  ['Sunset by RFC 8594', '', { sunset }, ['header Sunset Sunset']],
  ['a documented deprecation', 'deprecated: true,', { deprecation: '@1688169599', sunset }, []],
  ['the documented last day', 'deprecated: true, x-sunset: "2027-01-31",', { sunset }, []],
  ['another last day', 'deprecated: true, x-sunset: "2027-06-30",', { sunset }, ['header Sunset sunset']],
])('%s', (_, more, headers, found) => {
  expect(draftsFor(more, headers)).toEqual(found)
})

it('proposes to mark the operation', () => {
  expect(violationsAfterPatches({ description: operation(''), headers: { deprecation: '@1688169599' } })).toEqual([])
})

it('belongs to the operation even if its response is shared', () => {
  const drafts = draftsOf(check, { description: operation('x-sunset: "2027-06-30",'), headers: { sunset } })
  const site = { schemaPointer: '/paths/~1things/get', owner: 'operation' }
  expect(drafts).toMatchObject([
    { key: 'Sunset', ...site },
    { key: 'sunset', ...site },
  ])
})
