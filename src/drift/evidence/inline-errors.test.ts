import { expect, it } from 'vitest'
import { descriptionOf } from '../../testing/check-tester.ts'
import { createInspector } from '../checking/inspect.ts'
import { mergeFindings } from './merge.ts'

const json = { 'content-type': 'application/json' }
const error = '{ type: object, properties: { detail: { type: string }, kind: { enum: [a] } }, required: [code] }'
const another = error.replace('[a]', '[x]')
const body = JSON.stringify({ detail: 1, kind: 'a', trace: 'x' })

/** Findings for three operations whose responses with one status have these inline schemas. */
function foundIn(status: number, schemas: readonly string[]) {
  const paths = schemas.map((schema, index) => {
    const content = `content: { application/json: { schema: ${schema} } }`
    return `/${'abc'[index]}: { get: { responses: { ${status}: { ${content} } } } }`
  })
  const document = `{ openapi: 3.1.0, info: { title: t, version: "1" }, paths: { ${paths.join()} } }`
  const inspector = createInspector(descriptionOf(document))
  const all = ['/a', '/b', '/c'].map((path) => inspector.inspect({ method: 'GET', path, status, headers: json, body }))
  return mergeFindings(all.flatMap(({ findings }) => findings)).map(
    ({ ruleId, site, reaches }) => `${ruleId} ${site.status ?? ''} ${reaches.join()}`,
  )
}

it('groups violations of an error schema repeated inline by several operations', () => {
  expect(foundIn(400, [error, error, another]).toSorted()).toEqual([
    'enum-conformance 4XX GET /c',
    'required-conformance 4XX GET /a,GET /b',
    'required-conformance 4XX GET /c',
    'type-conformance 4XX GET /a,GET /b',
    'type-conformance 4XX GET /c',
    'undocumented-property 4XX GET /a,GET /b',
    'undocumented-property 4XX GET /c',
  ])
})

it('does not group success responses of different operations', () => {
  expect(foundIn(200, [error, error, error])).toHaveLength(9)
})
