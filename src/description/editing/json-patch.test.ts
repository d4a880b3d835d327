import { expect, it } from 'vitest'
import type { PatchOperation } from '../../model/finding.ts'
import type { Json } from '../../model/json.ts'
import { applyPatch } from './json-patch.ts'

// `JSON.parse` is typed `any` but returns JSON.
const parsed = (text: string) => JSON.parse(text) as Json

it.each<readonly [string, PatchOperation, string]>([
  [
    '{"properties":{"constructor":{"type":"object"}}}',
    { op: 'add', path: '/properties/constructor/nullable', value: true },
    '{"properties":{"constructor":{"type":"object","nullable":true}}}',
  ],
  [
    '{"constructor":{"prototype":{"z":1}}}',
    { op: 'replace', path: '/constructor/prototype/z', value: 2 },
    '{"constructor":{"prototype":{"z":2}}}',
  ],
  ['{"a":{"__proto__":{"x":1}}}', { op: 'add', path: '/a/__proto__/y', value: 2 }, '{"a":{"__proto__":{"x":1,"y":2}}}'],
  ['{"a":{}}', { op: 'add', path: '/a/__proto__', value: { x: 1 } }, '{"a":{"__proto__":{"x":1}}}'],
  ['{"a":{"b":1,"c":2}}', { op: 'replace', path: '/a/b', value: null }, '{"a":{"b":null,"c":2}}'],
  ['{"a":[1,2]}', { op: 'add', path: '/a/-', value: 3 }, '{"a":[1,2,3]}'],
  ['{"a":[1,2]}', { op: 'add', path: '/a/1', value: 3 }, '{"a":[1,3,2]}'],
  ['{"a":[1,2]}', { op: 'remove', path: '/a/0' }, '{"a":[2]}'],
])('%s with %j', (before, operation, after) => {
  const root = parsed(before)
  expect(JSON.stringify(applyPatch(root, [operation]))).toBe(after)
  expect(JSON.stringify(root)).toBe(before)
})

it.each<readonly [string, PatchOperation]>([
  ['{"a":{}}', { op: 'remove', path: '/a/toString' }],
  ['{"a":{}}', { op: 'replace', path: '/a/toString', value: 1 }],
  ['{"a":{}}', { op: 'add', path: '/a/toString/x', value: 1 }],
  ['{"a":[1,2]}', { op: 'remove', path: '/a/length' }],
  ['{"a":[1,2]}', { op: 'remove', path: '/a/5' }],
  ['{"a":[1,2]}', { op: 'remove', path: '/a/-' }],
  ['{"a":[1,2]}', { op: 'add', path: '/a/5', value: 1 }],
  ['{"a":[1,2]}', { op: 'add', path: '/a/x', value: 1 }],
  ['{"a":[1,2]}', { op: 'add', path: '/a/-1', value: 1 }],
  ['{"a":[1,2]}', { op: 'replace', path: '/a/01', value: 1 }],
  ['{"a":[[1]]}', { op: 'add', path: '/a/01/-', value: 1 }],
  ['{"a":[[1]]}', { op: 'add', path: '/a/3/-', value: 1 }],
  ['{"a":"text"}', { op: 'add', path: '/a/x', value: 1 }],
])('%s: %j addresses a missing member', (before, operation) => {
  expect(() => applyPatch(parsed(before), [operation])).toThrow(RangeError)
})
