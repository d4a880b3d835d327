import fc from 'fast-check'
import { expect, it } from 'vitest'
import { joinPointer, nodeAt, pointerTokens } from './pointer.ts'

const tokens = fc.array(fc.string({ unit: fc.constantFrom('~', '/', '0', '1', 'a') }), { maxLength: 5 })

// RFC 6901 §4: `~1` is decoded before `~0`, so that `~01` is `~1`.
it.each([
  ['/a~1b/~01', ['a/b', '~1']],
  ['/~0~1/~00/~11', ['~/', '~0', '/1']],
  ['', []],
  ['/', ['']],
])('reads %j', (pointer, expected) => {
  expect(pointerTokens(pointer)).toEqual(expected)
})

it('decodes what it encodes, regardless of earlier calls', () => {
  fc.assert(
    fc.property(fc.array(tokens), (all) => {
      for (const each of [...all, ...all.toReversed()]) expect(pointerTokens(joinPointer('', ...each))).toEqual(each)
    }),
  )
})

it('resolves two paths alternately', () => {
  const root = { '/a/{id}': { get: 1 }, '/b/{id}': { get: 2 } }
  const found = ['/~1a~1{id}/get', '/~1b~1{id}/get', '/~1a~1{id}/get', '/~1b~1{id}'].map((at) => nodeAt(root, at))
  expect(found).toEqual([1, 2, 1, { get: 2 }])
})
