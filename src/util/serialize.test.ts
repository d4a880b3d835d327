import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../model/json.ts'
import { encodeValue, queryOf, serializeCookie, serializeHeader, serializePath, serializeQuery } from './serialize.ts'

const list = ['blue', 'black', 'brown']
const colours = { R: 100, G: 200, B: 150 }
const how = (style: string, explode: boolean, allowReserved = false) => ({
  name: 'color',
  style,
  explode,
  allowReserved,
})

// The table "Style Examples" of OpenAPI 3.1.1 §4.8.12.3, with percent-encoded delimiters as recommended there.
test.each<[string, boolean, Json, string]>([
  ['simple', false, '', ''],
  ['simple', false, null, ''],
  ['simple', false, [], ''],
  ['simple', false, 'blue', 'blue'],
  ['simple', false, list, 'blue,black,brown'],
  ['simple', false, colours, 'R,100,G,200,B,150'],
  ['simple', true, list, 'blue,black,brown'],
  ['simple', true, colours, 'R=100,G=200,B=150'],
  ['label', false, '', '.'],
  ['label', false, null, '.'],
  ['label', true, [], ''],
  ['label', true, 7.5, '.7.5'],
  ['label', false, 'blue', '.blue'],
  ['label', false, list, '.blue,black,brown'],
  ['label', false, colours, '.R,100,G,200,B,150'],
  ['label', true, list, '.blue.black.brown'],
  ['label', true, colours, '.R=100.G=200.B=150'],
  ['matrix', false, '', ';color'],
  ['matrix', true, null, ';color'],
  ['matrix', false, [], ''],
  ['matrix', true, {}, ''],
  ['matrix', true, true, ';color=true'],
  ['matrix', false, 'blue', ';color=blue'],
  ['matrix', false, list, ';color=blue,black,brown'],
  ['matrix', false, colours, ';color=R,100,G,200,B,150'],
  ['matrix', true, list, ';color=blue;color=black;color=brown'],
  ['matrix', true, colours, ';R=100;G=200;B=150'],
])('path, %s, explode %s: %j', (style, explode, value, expected) => {
  expect(serializePath(value, how(style, explode))).toBe(expected)
})

test.each<[string, boolean, Json, string]>([
  ['form', false, '', 'color='],
  ['form', true, null, 'color='],
  ['form', true, ['a', null, ''], 'color=a&color=&color='],
  ['form', false, [true, 1.5, null], 'color=true,1.5,'],
  ['form', true, {}, ''],
  ['form', false, 'blue', 'color=blue'],
  ['form', false, list, 'color=blue,black,brown'],
  ['form', false, colours, 'color=R,100,G,200,B,150'],
  ['form', false, [], ''],
  ['form', true, 7, 'color=7'],
  ['form', true, list, 'color=blue&color=black&color=brown'],
  ['form', true, colours, 'R=100&G=200&B=150'],
  ['form', true, [], ''],
  ['spaceDelimited', false, list, 'color=blue%20black%20brown'],
  ['spaceDelimited', false, colours, 'color=R%20100%20G%20200%20B%20150'],
  ['spaceDelimited', false, [], ''],
  ['spaceDelimited', true, list, 'color=blue&color=black&color=brown'],
  ['tabDelimited', false, list, 'color=blue%09black%09brown'],
  ['pipeDelimited', false, colours, 'color=R%7C100%7CG%7C200%7CB%7C150'],
  ['deepObject', false, colours, 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
  ['deepObject', true, {}, ''],
  ['deepObject', true, { a: null, 'b c': '&' }, 'color%5Ba%5D=&color%5Bb%20c%5D=%26'],
  ['pipeDelimited', false, list, 'color=blue%7Cblack%7Cbrown'],
  ['pipeDelimited', true, list, 'color=blue&color=black&color=brown'],
  ['deepObject', true, colours, 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
  ['deepObject', true, { a: { b: [1, 2] } }, 'color%5Ba%5D%5Bb%5D=1&color%5Ba%5D%5Bb%5D=2'],
])('query, %s, explode %s: %j', (style, explode, value, expected) => {
  expect(serializeQuery(value, how(style, explode))).toBe(expected)
})

test.each([
  ['a/b?c#d&e=f', 'a%2Fb%3Fc%23d%26e%3Df'],
  ["it's (1) *!", 'it%27s%20%281%29%20%2A%21'],
  ['100 %+', '100%20%25%2B'],
  ['zażółć', 'za%C5%BC%C3%B3%C5%82%C4%87'],
  ['-._~', '-._~'],
  ['\ud800', '%EF%BF%BD'],
])('%j is percent-encoded', (text, expected) => {
  expect(encodeValue(text)).toBe(expected)
  expect(serializePath(text, how('simple', false))).toBe(expected)
  expect(serializeQuery([text, 'x'], how('form', false))).toBe(`color=${expected},x`)
})

test('allowReserved keeps reserved characters except delimiters of the value', () => {
  expect(serializeQuery('/a?b=c:[d] &e#f%20%', how('form', true, true))).toBe('color=/a?b=c:[d]%20%26e%23f%20%25')
})

test('headers and cookies', () => {
  expect(serializeHeader(list, { explode: false })).toBe('blue,black,brown')
  expect(serializeHeader({ a: 'x y' }, { explode: true })).toBe('a=x y')
  expect(serializeCookie(list, how('form', true))).toBe('color=blue,black,brown')
  expect(serializeCookie('a b', how('form', true))).toBe('color=a%20b')
  expect(serializeCookie(list, how('cookie', true))).toBe('color=blue; color=black; color=brown')
  expect(serializeCookie(list, how('cookie', false))).toBe('color=blue,black,brown')
  expect(serializeCookie(colours, how('cookie', true))).toBe('R=100; G=200; B=150')
  expect(serializeCookie('a b%', how('cookie', true))).toBe('color=a b%')
})

test('a query is parsed like a form and without its fragment', () => {
  const part = fc.constantFrom('a', 'b=', '=c', 'a=1', 'a=1=2', 'b[c]=d', 'e+f=%20', '%zz=%C3%A9', 'é=ü', '', '?', '+')
  const queries = fc.array(part, { maxLength: 5 }).map((parts) => parts.join('&'))
  fc.assert(
    fc.property(queries, fc.constantFrom('', '#', '#a?b=c', '#&a=2'), (text, fragment) => {
      const expected = new URLSearchParams(`?${text}`)
      const { pairs, getAll } = queryOf(`/things?${text}${fragment}`)
      expect(pairs).toEqual([...expected])
      for (const name of [...expected.keys(), 'x']) expect(getAll(name)).toEqual(expected.getAll(name))
    }),
  )
  expect([...queryOf('/things').pairs, ...queryOf('/things#a?b=c').pairs]).toEqual([])
})
