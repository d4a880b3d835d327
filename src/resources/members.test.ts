import { expect, it } from 'vitest'
import { parseDocument, sourcesOf } from '../description/reading/parse.ts'
import type { Document } from '../model/document.ts'
import { membersOf } from './members.ts'

const text = (name: string): string =>
  JSON.stringify({
    openapi: '3.1.0',
    components: {
      schemas: {
        Shelf: { type: 'object', properties: { book: { $ref: '#/components/schemas/Book' } } },
        Shelves: { type: 'array', allOf: [{ $ref: '#/components/schemas/Book' }] },
        Book: { type: 'object', properties: { [name]: { type: 'string' } } },
      },
    },
  })

it('reads a node that two versions share by what it refers to in each', () => {
  const base = parseDocument({ content: text('id'), name: 'a', file: 'a.json' })
  const { main } = sourcesOf(base)
  const revision = parseDocument({ content: text('isbn'), name: 'b', file: 'b.json' }, { beside: main })
  const pointer = '/components/schemas/Shelves'
  expect(revision.at(pointer)).toBe(base.at(pointer))
  const names = (document: Document) => [
    ...membersOf(document, { node: document.at(pointer) ?? null, pointer }).properties.keys(),
  ]
  expect([names(base), names(revision)]).toEqual([['id'], ['isbn']])
})
