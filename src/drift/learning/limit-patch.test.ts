import { expect, it } from 'vitest'
import { describe } from '../../description/dialects/operations.ts'
import { parseDocument } from '../../description/reading/parse.ts'
import { sourcesOf } from '../generation/sources.ts'
import { partOf } from './apply-limit.ts'
import type { LearnedLimit } from './learned-limit.ts'
import { limitPatch } from './limit-patch.ts'

const schema = {
  type: 'object',
  properties: { a: { type: 'string' }, b: { type: 'integer' }, data: { $ref: '#/components/schemas/Data' } },
}
const paths = { '/things': { post: { requestBody: { content: { 'application/json': { schema } } }, responses: {} } } }
const data = { type: 'object', required: ['x'], properties: { x: { type: 'string' }, y: { type: 'string' } } }
const root = '/paths/~1things/post/requestBody/content/application~1json/schema'

function patchOf(version: string, ...named: readonly (readonly [string, LearnedLimit])[]) {
  const content = JSON.stringify({ openapi: version, paths, components: { schemas: { Data: data } } })
  const description = describe(parseDocument({ content, name: 'test', file: 'test.json' }))
  const sources = sourcesOf(description.document)
  const [operation] = description.operations
  const parts = named.flatMap(([path, limit]) => {
    const part = operation && partOf(sources, { operation, input: {} }, { in: 'body', path: path.split('.'), limit })
    return part === undefined ? [] : [part]
  })
  return limitPatch(sources, parts)
}

it('adds a keyword to the schema itself, also behind a reference', () => {
  expect(patchOf('3.1.0', ['data.x', { keyword: 'maxLength', value: 5 }])).toEqual([
    { op: 'add', path: '/components/schemas/Data/properties/x/maxLength', value: 5 },
  ])
})

it('joins required properties into one list and extends an existing list', () => {
  const required = { keyword: 'required' } as const
  expect(patchOf('3.1.0', ['a', required], ['b', required], ['data.y', required])).toEqual([
    { op: 'add', path: `${root}/required`, value: ['a', 'b'] },
    { op: 'add', path: '/components/schemas/Data/required/-', value: 'y' },
  ])
})

it('keeps the later of two bounds for one keyword', () => {
  expect(patchOf('3.1.0', ['b', { keyword: 'maximum', value: 9 }], ['b', { keyword: 'maximum', value: 5 }])).toEqual([
    { op: 'add', path: `${root}/properties/b/maximum`, value: 5 },
  ])
})

it('writes an exclusive bound as a flag before OpenAPI 3.1 (JSON Schema draft 4)', () => {
  expect(patchOf('3.0.3', ['b', { keyword: 'exclusiveMinimum', value: 0 }])).toEqual([
    { op: 'add', path: `${root}/properties/b/minimum`, value: 0 },
    { op: 'add', path: `${root}/properties/b/exclusiveMinimum`, value: true },
  ])
})

it('resolves a JSON:API pointer in a plain body, and ignores unknown properties', () => {
  const limit = { keyword: 'maximum', value: 9 } as const
  expect(patchOf('3.1.0', ['data.attributes.b', limit])).toHaveLength(1)
  expect(patchOf('3.1.0', ['nothing', limit])).toEqual([])
})
