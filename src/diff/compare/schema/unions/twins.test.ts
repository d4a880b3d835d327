import { expect, it } from 'vitest'
import { parseDocument } from '../../../../description/reading/parse.ts'
import type { Json, JsonObject } from '../../../../model/json.ts'
import { schemaReaderOf } from '../../../../schema/normal-form/normalize.ts'
import { equalJson } from '../../../../util/json.ts'
import { createTwins } from './twins.ts'

const text = { type: 'string' }
const book = { type: 'object', required: ['isbn'], properties: { isbn: text, title: text } }
const film = { type: 'object', required: ['length'], properties: { length: { type: 'integer' } } }

/** Whether what a book and a film have in common in one version is in both of them in the other one. */
function isInBoth(version: 'base' | 'revision', revised: Readonly<Record<string, Json>>): boolean {
  const read = (schemas: JsonObject) => {
    const root = { openapi: '3.0.3', info: {}, paths: {}, components: { schemas } }
    return schemaReaderOf(parseDocument({ content: JSON.stringify(root), name: 'a', file: 'a.json' }))
  }
  const readers = { base: read({ book, film }), revision: read({ book, film, ...revised }) }
  const branchesOf = (side: 'base' | 'revision') =>
    ['book', 'film'].map((name) =>
      readers[side].enter({ node: { $ref: `#/components/schemas/${name}` }, pointer: `/x/${name}` }),
    )
  const [one = [], two = []] = branchesOf(version)
  const branches = branchesOf(version === 'base' ? 'revision' : 'base')
  const same = (a: readonly { node: Json }[], b: readonly { node: Json }[]): boolean =>
    equalJson(
      a.map(({ node }) => node),
      b.map(({ node }) => node),
    )
  return createTwins({ ...readers, same }, version, { keyword: 'oneOf', pointer: '/x/oneOf', branches })(one, two)
}

const withProperty = (name: string, schema: Json) => ({ ...book, properties: { ...book.properties, [name]: schema } })

it.each<[string, Json]>([
  ['nothing changed', book],
  ['a text did', { ...book, description: 'printed' }],
  ['an optional property is new', withProperty('pages', { type: 'integer' })],
  ['an optional property has another type', withProperty('title', { type: 'integer' })],
])('knows without a search that an object of both is one of both still: %s', (_, revised) => {
  expect([isInBoth('base', { book: revised }), isInBoth('revision', { book: revised })]).toEqual([true, true])
})

it.each<[string, Json, readonly [boolean, boolean]]>([
  ['a required property has another type', withProperty('isbn', { type: 'integer' }), [false, false]],
  ['a property the other branch requires is described', withProperty('length', text), [false, true]],
  ['one more property is required', { ...book, required: ['isbn', 'title'] }, [false, true]],
  ['it is closed', { ...book, additionalProperties: false }, [false, false]],
  ['it has a size', { ...book, minProperties: 3 }, [false, false]],
  ['it is a list', { type: 'array', items: text }, [false, false]],
  ['it offers a choice', { ...book, oneOf: [{ required: ['title'] }, { required: ['pages'] }] }, [false, false]],
])('leaves it to a search where %s', (_, revised, verdicts) => {
  expect([isInBoth('base', { book: revised }), isInBoth('revision', { book: revised })]).toEqual(verdicts)
})

it('knows nothing of a branch that the other version does not name', () => {
  expect(isInBoth('base', { book: { $ref: '#/components/schemas/film' } })).toBe(false)
})
