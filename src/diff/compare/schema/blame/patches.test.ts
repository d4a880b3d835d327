import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../../description/reading/parse.ts'
import type { Json, JsonObject } from '../../../../model/json.ts'
import { missingComponents, type Setting, withSettings } from './patches.ts'

describe('a document with some members replaced', () => {
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

const documentOf = (schemas: JsonObject) => {
  const content = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {},
    components: { schemas },
  })
  return parseDocument({ content, name: 'x', file: 'x' })
}

it('finds the components that a value needs and the other document lacks, also indirectly', () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const from = documentOf({ A: ref('B'), B: { items: ref('C') }, C: { type: 'string' } })
  const needed = missingComponents(from, documentOf({ C: {} }), [{ oneOf: [ref('A')] }])
  expect(needed).toEqual([{ pointer: '/components/schemas/B', value: { items: ref('C') } }])
})
