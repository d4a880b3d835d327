import { describe, expect, it } from 'vitest'
import type { Setting } from '../../model/document.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import { parseDocument } from '../reading/parse.ts'
import { withSettings } from './edited.ts'

describe('an object with some members replaced', () => {
  it.each<[string, JsonObject, Setting, Json]>([
    ['a member', { a: { b: 1 } }, { pointer: '/a/b', value: 2 }, { a: { b: 2 } }],
    ['a removed member', { a: { b: 1, c: 2 } }, { pointer: '/a/b', value: undefined }, { a: { c: 2 } }],
    ['a member of an item', { a: [{}, { b: 1 }] }, { pointer: '/a/1/b', value: 2 }, { a: [{}, { b: 2 }] }],
    ['objects on the way', {}, { pointer: '/a/b', value: 1 }, { a: { b: 1 } }],
    ['a keyword of the schema `true`', { a: true }, { pointer: '/a/type', value: 'string' }, { a: { type: 'string' } }],
    ['an escaped name', { 'a/b': {} }, { pointer: '/a~1b/c', value: 1 }, { 'a/b': { c: 1 } }],
  ])('%s', (_, root, setting, expected) => {
    const before = structuredClone(root)
    expect(withSettings(root, [setting])).toEqual(expected)
    expect(root).toEqual(before)
  })

  it('keeps a member called __proto__ as data', () => {
    const root = withSettings({}, [{ pointer: '/__proto__/a', value: 1 }])
    expect(JSON.stringify(root)).toBe('{"__proto__":{"a":1}}')
  })

  it('shares unchanged parts', () => {
    const shared = { deep: {} }
    expect(withSettings({ shared, a: {} }, [{ pointer: '/a/b', value: 1 }]).shared).toBe(shared)
  })
})

describe('an edited document', () => {
  const schemas = {
    A: { type: 'object', properties: { b: { $ref: '#/components/schemas/B' } } },
    B: { type: 'string' },
    C: { $ref: '#/components/schemas/B' },
  }
  const paths = { '/a': { get: { responses: { 200: { description: 'ok' } } } } }
  const content = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths,
    components: { schemas },
  })
  const document = parseDocument({ content, name: 'x', file: 'x' })
  const integer = { type: 'integer' }

  it.each<[string, readonly Setting[]]>([
    ['a component', [{ pointer: '/components/schemas/B', value: integer }]],
    ['a member of a component', [{ pointer: '/components/schemas/B/type', value: 'integer' }]],
    ['a removed component', [{ pointer: '/components/schemas/B', value: undefined }]],
    ['a new component', [{ pointer: '/components/schemas/D', value: integer }]],
    ['a new kind of components', [{ pointer: '/components/responses/D/description', value: 'D' }]],
    ['a member of a path item', [{ pointer: '/paths/~1a/get/summary', value: 'S' }]],
    ['a new path item', [{ pointer: '/paths/~1b', value: {} }]],
    ['a member of the root', [{ pointer: '/x-note', value: 1 }]],
    [
      'several members of one component',
      [
        { pointer: '/components/schemas/A/properties/b', value: undefined },
        { pointer: '/components/schemas/A/properties/c', value: integer },
        { pointer: '/components/schemas/D', value: integer },
      ],
    ],
    [
      'several members of a new object',
      [
        { pointer: '/components/responses/D/description', value: 'D' },
        { pointer: '/components/responses/E', value: {} },
      ],
    ],
  ])('has the same nodes as a copy of the root: %s', (_, settings) => {
    const whole = withSettings(document.root, settings)
    const copied = parseDocument({ content: JSON.stringify(whole), name: 'x', file: 'x' })
    const inTwoSteps = settings.reduce((one, setting) => one.edited([setting]), document)
    for (const edited of [document.edited(settings), inTwoSteps]) {
      const pointers = [
        '',
        '/paths',
        '/components',
        '/components/schemas',
        '/components/schemas/B',
        '/components/schemas/B/type',
      ]
      for (const pointer of [...pointers, ...settings.map((setting) => setting.pointer)])
        expect(edited.at(pointer), pointer).toEqual(copied.at(pointer))
      for (const name of ['schemas/A', 'schemas/B', 'schemas/C', 'schemas/D', 'schemas/A/properties/b', 'responses/D'])
        expect(edited.resolve(`#/components/${name}`), name).toEqual(copied.resolve(`#/components/${name}`))
      expect(edited.root).toEqual(whole)
    }
    expect(JSON.stringify(document.root)).toBe(content)
  })
})
