import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../model/json.ts'
import { differences } from './differences.ts'

describe('differences', () => {
  test.each<[string, JsonObject, JsonObject, readonly object[]]>([
    ['nothing, in another order of keys', { a: 1, b: [2] }, { b: [2], a: 1 }, []],
    ['a value', { a: { b: 1 } }, { a: { b: 2 } }, [{ base: '/a/b', revision: '/a/b' }]],
    ['a removed and an added member', { a: {} }, { b: {} }, [{ base: '/a' }, { revision: '/b' }]],
    ['a member that is null', { a: null }, {}, [{ base: '/a' }]],
    ['__proto__ as a key', JSON.parse('{"__proto__":{"a":1}}'), {}, [{ base: '/__proto__' }]],
    ['another type', { a: { b: 1 } }, { a: [1] }, [{ base: '/a', revision: '/a' }]],
    ['an added item', { a: ['x', 'y'] }, { a: ['x', 'n', 'y'] }, [{ revision: '/a/1' }]],
    ['a replaced item', { a: ['x', 'y'] }, { a: ['x', 'z'] }, [{ base: '/a/1' }, { revision: '/a/1' }]],
    ['the order of a list', { a: [1, 2, 3] }, { a: [3, 1, 2] }, [{ base: '/a', revision: '/a', kind: 'order' }]],
    ['a repeated item', { a: [1, 1] }, { a: [1] }, [{ base: '/a/1' }]],
    [
      'parameters by name and location',
      {
        p: [
          { name: 'a', in: 'query' },
          { name: 'b', in: 'query', x: 1 },
        ],
      },
      {
        p: [
          { name: 'b', in: 'query', x: 2 },
          { name: 'c', in: 'query' },
        ],
      },
      [{ base: '/p/1/x', revision: '/p/0/x' }, { base: '/p/0' }, { revision: '/p/1' }],
    ],
    [
      'other objects in order',
      { p: [{ type: 'string' }, { type: 'null' }] },
      { p: [{ type: 'number' }, { type: 'null' }] },
      [{ base: '/p/0/type', revision: '/p/0/type' }],
    ],
    [
      'a path with another parameter name',
      { paths: { '/a/{id}': { get: { x: 1 } } } },
      { paths: { '/a/{key}': { get: { x: 2 } } } },
      [
        { base: '/paths/~1a~1{id}', revision: '/paths/~1a~1{key}', kind: 'key' },
        { base: '/paths/~1a~1{id}/get/x', revision: '/paths/~1a~1{key}/get/x' },
      ],
    ],
  ])('%s', (_, base, revision, expected) => {
    expect(differences(base, revision)).toEqual(expected)
  })
})
