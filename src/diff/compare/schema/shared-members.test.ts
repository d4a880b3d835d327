import { expect, it } from 'vitest'
import { describe as descriptionIn } from '../../../description/dialects/operations.ts'
import { parseDocument, sourcesOf } from '../../../description/reading/parse.ts'
import type { Json, JsonObject } from '../../../model/json.ts'
import { judgeChanges } from '../../judge.ts'
import { traceComparison } from '../descriptions.ts'

const names = ['A', 'B', 'C', 'D', 'E', 'F']
const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Schemas that all refer to each other, so that each of them reaches every edit. */
function textOf(title: string, edited: Readonly<Record<string, JsonObject>>, more: JsonObject = {}): string {
  const schemas = names.map((name): [string, Json] => [
    name,
    {
      type: 'object',
      description: `Refers to all others, like any of the ${names.length} schemas`,
      properties: Object.fromEntries([
        ...names.map((other) => [`to${other}`, refTo(other)]),
        ['own', { type: 'string' }],
      ]),
      ...more,
      ...edited[name],
    },
  ])
  const contentOf = (name: string) => ({ 'application/json': { schema: refTo(name) } })
  // Most operations reach the edit only through a schema that is skipped.
  const paths = names.map((name): [string, Json] => {
    const content = contentOf(name)
    return [`/${name}`, { post: { requestBody: { content }, responses: { 200: { description: 'OK', content } } } }]
  })
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title, version: '1' },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas) },
  })
}

/** Returns what a comparison finds, with and without shared nodes. */
function resultsOf(before: string, after: string) {
  const base = parseDocument({ content: before, name: 'a', file: 'a.json' })
  const [shared, alone] = [{ beside: sourcesOf(base).main }, {}].map((limits) =>
    parseDocument({ content: after, name: 'b', file: 'b.json' }, limits),
  )
  if (shared === undefined || alone === undefined) throw new Error('not parsed')
  // Otherwise both results would be the same by definition.
  expect(shared.at('/components/schemas/F')).toBe(base.at('/components/schemas/F'))
  return [shared, alone].map((document) => {
    const sides = { base: descriptionIn(base), revision: descriptionIn(document) }
    const { changes, ineffective, compared } = traceComparison(sides.base, sides.revision)
    const findings = judgeChanges(changes, sides)
    return JSON.stringify({
      findings,
      ineffective,
      base: [...compared.base].sort(),
      revision: [...compared.revision].sort(),
    })
  })
}

it.each<[what: string, edited: JsonObject, more?: JsonObject]>([
  ['another type', { properties: { own: { type: 'integer' } } }],
  ['readOnly', { readOnly: true }],
  ['readOnly where it is required', { readOnly: true }, { required: ['toC', 'own'] }],
  ['writeOnly where it is required', { writeOnly: true, properties: {} }, { required: ['toC'] }],
  ['no longer required properties', { required: [] }, { required: ['toA', 'toC'] }],
  ['a closed object', { additionalProperties: false }],
  ['a choice', { oneOf: [refTo('D'), refTo('E')] }],
  ['a schema of another type', { type: 'array', items: refTo('D') }],
])('finds the same if schemas that refer to %s are shared', (_, edited, more) => {
  const [shared, alone] = resultsOf(textOf('base', {}, more), textOf('revision', { C: edited }, more))
  expect(shared).toBe(alone)
  expect(JSON.parse(shared ?? '').findings.length).toBeGreaterThan(1)
})

it('finds the same if a reference dangles in one version', () => {
  const [before, after] = ['base', 'revision'].map((title) => textOf(title, {}))
  const without = (after ?? '').replace('"C":{', '"G":{')
  const [shared, alone] = resultsOf(before ?? '', without)
  expect(shared).toBe(alone)
})
