import { expect, test } from 'vitest'
import type { Json } from '../../model/json.ts'
import { descriptionOf } from '../../testing/check-tester.ts'
import { planRequest, type RequestInput } from './plan.ts'

/** Plans the only operation of a description. */
function plan(content: string, input: RequestInput = {}) {
  const description = descriptionOf(content)
  const operation = description.operations[0]
  if (operation === undefined) throw new Error('the description of the test has no operation')
  return planRequest(operation, input, description)
}

const three = (version: string, method: string, rest: string) =>
  `{ openapi: ${version}, info: { title: t, version: '1' }, paths: { /x: { ${method}: { ${rest}, responses: { '200': { description: d } } } } } }`

const two = (rest: string, more = '') =>
  `{ swagger: '2.0', info: { title: t, version: '1' }, ${more} paths: { /x: { post: { ${rest}, responses: { '200': { description: d } } } } } }`

const array = 'type: array, items: { type: string }'

test.each<[string, string]>([
  ['', 'q=a,b'],
  ['collectionFormat: csv', 'q=a,b'],
  ['collectionFormat: ssv', 'q=a%20b'],
  ['collectionFormat: tsv', 'q=a%09b'],
  ['collectionFormat: pipes', 'q=a%7Cb'],
  ['collectionFormat: multi', 'q=a&q=b'],
])('serialises a query list in Swagger 2.0, %s', (format, expected) => {
  const request = plan(two(`parameters: [{ name: q, in: query, ${array}, ${format} }]`), { query: { q: ['a', 'b'] } })
  expect(request.path).toBe(`/x?${expected}`)
})

test('serialises lists in headers and forms in Swagger 2.0', () => {
  const parameters = `{ name: h, in: header, ${array} }, { name: f, in: formData, ${array} }, { name: g, in: formData, type: string }`
  const request = plan(two(`parameters: [${parameters}]`), {
    headers: { h: ['a', 'b'] },
    body: { f: ['c', 'd'], g: 'e f' },
  })
  expect(request.headers).toMatchObject({ h: 'a,b', 'content-type': 'application/x-www-form-urlencoded' })
  expect(request.body).toBe('f=c,d&g=e%20f')
})

test('sends a Swagger 2.0 file unchanged in a multipart body', () => {
  const parameters =
    '{ name: doc, in: formData, type: file, required: true }, { name: note, in: formData, type: string }'
  const bytes = Uint8Array.from([0, 255, 13, 10])
  const request = plan(two(`parameters: [${parameters}]`), { body: { note: 'n' }, files: { doc: bytes } })
  expect(request.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(request.body).toContain('[4 bytes]')
  const sent = Buffer.from(request.bytes ?? [])
  const head =
    'content-disposition: form-data; name="doc"; filename="doc"\r\ncontent-type: application/octet-stream\r\n\r\n'
  const at = sent.indexOf(head)
  expect(sent.subarray(at + head.length, at + head.length + 6)).toEqual(Buffer.from([...bytes, 13, 10]))
  expect(sent.includes('name="note"\r\n\r\nn\r\n')).toBe(true)
})

test.each<[string, Json, string]>([
  ['content: { application/json: {} }', 'text', '%22text%22'],
  ['content: { application/json: {} }', { a: [1] }, '%7B%22a%22%3A%5B1%5D%7D'],
  ['content: { application/vnd.x+json: {} }', null, 'null'],
  ['content: { text/plain: {} }', 'a b', 'a%20b'],
  ['content: { application/x-www-form-urlencoded: {} }', { a: 1, b: 'x' }, 'a%3D1%26b%3Dx'],
  ['allowReserved: true, schema: { type: string }', 'a/b?c', 'a/b?c'],
])('serialises a query parameter with %s', (how, value, expected) => {
  expect(
    plan(three('3.1.0', 'get', `parameters: [{ name: q, in: query, ${how} }]`), { query: { q: value } }).path,
  ).toBe(`/x?q=${expected}`)
})

test.each<[string, RequestInput['query'], string]>([
  [
    'application/x-www-form-urlencoded: { schema: { type: object } }',
    { whole: { a: 'b c', d: [1, 2] } },
    'a=b%20c&d=1&d=2',
  ],
  ['application/x-www-form-urlencoded: {}', { a: 1, b: undefined }, 'a=1'],
  ['application/json: {}', { whole: { a: 1 } }, '%7B%22a%22%3A1%7D'],
  ['text/plain: { example: $.a }', {}, '%24.a'],
])('serialises the querystring parameter of OpenAPI 3.2, %s', (content, query, expected) => {
  const parameter = `{ name: whole, in: querystring, required: true, content: { ${content} } }`
  expect(plan(three('3.2.0', 'get', `parameters: [${parameter}]`), query && { query }).path).toBe(`/x?${expected}`)
})

const body = (content: string) => three('3.1.0', 'post', `requestBody: { required: true, content: { ${content} } }`)

test.each<[string, Json, string]>([
  ['{}', { a: [1, 2] }, 'a=1&a=2'],
  ['{ encoding: { a: { explode: false } } }', { a: [1, 2] }, 'a=1,2'],
  ['{ encoding: { a: { style: pipeDelimited } } }', { a: [1, 2] }, 'a=1%7C2'],
  ['{ encoding: { a: { style: deepObject } } }', { a: { b: 1 } }, 'a%5Bb%5D=1'],
  ['{ encoding: { a: { style: form } } }', { a: { b: 1, c: 2 } }, 'b=1&c=2'],
  ['{ encoding: { a: { allowReserved: true } } }', { a: 'x/y' }, 'a=x/y'],
  ['{ encoding: { a: { contentType: application/json } } }', { a: [1, 2] }, 'a=%5B1%2C2%5D'],
  ['{}', { a: null, b: true }, 'a=&b=true'],
])('serialises a form with %s', (media, value, expected) => {
  expect(plan(body(`application/x-www-form-urlencoded: ${media}`), { body: value }).body).toBe(expected)
})

test('sends media types and headers of multipart parts', () => {
  const media = `multipart/form-data: {
    schema: { type: object, properties: { photo: { type: string, format: binary }, raw: { contentMediaType: image/png }, tags: ${'{'} ${array} } } },
    encoding: {
      photo: { contentType: 'image/png, image/jpeg', headers: { X-Crop: { required: true, schema: { enum: [square] } }, X-Other: { schema: {} } } },
      meta: { contentType: application/vnd.meta+json } } }`
  const request = plan(body(media), {
    body: { photo: 'P', raw: 'R', meta: { a: 1 }, tags: ['x', 'specdrift-boundary'], 'q"\n': 1 },
  })
  const parts = (request.body ?? '').split('--specdrift-boundary-').slice(1)
  expect(request.headers['content-type']).toBe('multipart/form-data; boundary=specdrift-boundary-')
  expect(parts.map((part) => part.trim().replaceAll('\r\n', '|'))).toEqual([
    'content-disposition: form-data; name="photo"; filename="photo"|content-type: image/png|x-crop: square||P',
    'content-disposition: form-data; name="raw"; filename="raw"|content-type: application/octet-stream||R',
    'content-disposition: form-data; name="meta"|content-type: application/vnd.meta+json||{"a":1}',
    'content-disposition: form-data; name="tags"||x',
    'content-disposition: form-data; name="tags"||specdrift-boundary',
    'content-disposition: form-data; name="q%22%0A"||1',
    '--',
  ])
})

test('sends text and bytes unchanged', () => {
  expect(plan(body('text/plain: {}'), { body: 'a\nb' }).body).toBe('a\nb')
  expect(plan(body('text/plain: {}'), { body: 5 }).body).toBe('5')
  const bytes = Uint8Array.from([1, 2, 254])
  const request = plan(body('application/octet-stream: {}'), { rawBody: bytes })
  expect(request).toMatchObject({ body: '[3 bytes]', bytes, headers: { 'content-type': 'application/octet-stream' } })
  expect(() => plan(body('text/plain: {}'), { body: 'a', files: { f: bytes } })).toThrow(/text\/plain takes no files/)
})

test('omits a required parameter on request', () => {
  const parameters = ['query', 'header', 'cookie'].map(
    (location) => `{ name: p, in: ${location}, required: true, example: v }`,
  )
  const description = three('3.1.0', 'get', `parameters: [${parameters.join()}]`)
  expect(plan(description, { omit: ['query p', 'header p', 'cookie p'] })).toEqual({
    method: 'GET',
    path: '/x',
    headers: { accept: '*/*' },
  })
})

test.each(['3.1.0', '3.0.3'])('%s: fills an undeclared path parameter with a sample or the given value', (version) => {
  const description = three(version, 'get', 'summary: s').replace('/x:', "'/x/{id}':")
  expect(plan(description).path).toMatch(/^\/x\/\w+$/)
  expect(plan(description, { path: { id: 'a b' } }).path).toBe('/x/a%20b')
})
