import { expect, test } from 'vitest'
import type { Json } from '../model/json.ts'
import { canonical, equalJson } from './json.ts'
import { showValue } from './value.ts'

const levels = 20_000
const lists = (inner: string): Json => JSON.parse('['.repeat(levels) + inner + ']'.repeat(levels)) as Json
const objects = (inner: string): Json =>
  JSON.parse(`${'{"a":[1,'.repeat(levels)}${inner}${']}'.repeat(levels)}`) as Json

test('canonical JSON of values nested deeper than the stack', () => {
  expect(canonical(lists('{"b":1,"a":null}'))).toBe(`${'['.repeat(levels)}{"a":null,"b":1}${']'.repeat(levels)}`)
  expect(canonical(objects('[]'))).toBe(`${'{"a":[1,'.repeat(levels)}[]${']}'.repeat(levels)}`)
})

test('comparison of values nested deeper than the stack', () => {
  expect(equalJson(objects('{"x":1,"y":2}'), objects('{"y":2,"x":1}'))).toBe(true)
  expect(equalJson(objects('1'), objects('2'))).toBe(false)
})

test('the beginning is shown of values that are long or nested deeper than the stack', () => {
  expect(showValue(lists('1'), 10)).toBe(`${'['.repeat(9)}…`)
  expect(showValue(Array(1_000_000).fill('ab'), 12)).toBe('["ab","ab",…')
  expect(showValue({ a: [1, { b: null }], c: 'd' })).toBe('{"a":[1,{"b":null}],"c":"d"}')
})
