import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../description/reading/parse.ts'
import type { Setting } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import { isUntouched } from './untouched.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const at = (name: string) => `/components/schemas/${name}`

const schemas = {
  Pet: { type: 'object', properties: { owner: ref('Owner'), tag: { type: 'string' } } },
  Owner: { type: 'object', properties: { address: ref('Address'), pets: { items: ref('Pet') } } },
  Address: { type: 'string' },
  Alias: ref('Address'),
  Missing: ref('New'),
  Other: { type: 'integer' },
  Tagged: { oneOf: [ref('Other')], discriminator: { propertyName: 'kind', mapping: { a: 'Address' } } },
}

function untouchedIn(setting: Setting): readonly string[] {
  const content = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {},
    components: { schemas },
  })
  const edited = parseDocument({ content, name: 'x', file: 'x' }).edited([setting])
  const pointers = [...Object.keys(schemas).map(at), `${at('Pet')}/properties/tag`, `${at('Pet')}/properties/owner`]
  return pointers
    .filter((pointer) => {
      const node = edited.at(pointer)
      return node !== undefined && isUntouched(edited, { node, pointer })
    })
    .map((pointer) => pointer.slice(at('').length))
}

describe('the schemas that an edit leaves untouched', () => {
  const integer: Json = { type: 'integer' }
  const tag = 'Pet/properties/tag'

  it.each<[string, Setting, readonly string[]]>([
    // A discriminator may name any schema, so it counts as touched.
    ['of a component', { pointer: `${at('Address')}/type`, value: 'integer' }, ['Missing', 'Other', tag]],
    [
      'of a property',
      { pointer: `${at('Pet')}/properties/tag/type`, value: 'integer' },
      ['Address', 'Alias', 'Missing', 'Other'],
    ],
    [
      'of an alias',
      { pointer: at('Alias'), value: ref('Other') },
      ['Pet', 'Owner', 'Address', 'Missing', 'Other', tag, 'Pet/properties/owner'],
    ],
    [
      'that adds a component',
      { pointer: at('New'), value: integer },
      ['Pet', 'Owner', 'Address', 'Alias', 'Other', tag, 'Pet/properties/owner'],
    ],
    ['that removes a component', { pointer: at('Address'), value: undefined }, ['Missing', 'Other', tag]],
  ])('%s', (_, setting, expected) => {
    expect(untouchedIn(setting)).toEqual(expected)
  })

  it('are none in a document without edits, which has no original', () => {
    const content = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: {},
      components: { schemas },
    })
    const document = parseDocument({ content, name: 'x', file: 'x' })
    expect(isUntouched(document, { node: schemas.Other, pointer: at('Other') })).toBe(false)
  })
})
