import { expect, it } from 'vitest'
import { parseDocument } from '../reading/parse.ts'
import { lifecycleFlaws } from './lifecycle-flaws.ts'

function flawsIn(paths: string, components = '{}'): string[] {
  const content = `{ openapi: 3.0.3, info: { title: T, version: '1' }, paths: ${paths}, components: ${components} }`
  const document = parseDocument({ content, name: 'a.yaml', file: 'a.yaml' })
  return lifecycleFlaws(document).map(({ pointer, message }) => `${pointer} ${message}`)
}

it('reports invalid sunsets and stability levels anywhere', () => {
  const parameter = '{ in: query, name: q, x-sunset: 2030-02-31, schema: { type: string } }'
  const paths = `{ /a: { get: { sunset: soon, x-stability-level: experimental, parameters: [${parameter}], responses: {} } } }`
  expect(flawsIn(paths, '{ schemas: { S: { properties: { x-sunset: { x-sunset: Q3, type: string } } } } }')).toEqual([
    '/paths/~1a/get/sunset sunset "soon" is no date (RFC 3339) or HTTP-date',
    '/paths/~1a/get/x-stability-level x-stability-level "experimental" is none of draft, alpha, beta, stable',
    '/paths/~1a/get/parameters/0/x-sunset x-sunset "2030-02-31" is no date (RFC 3339) or HTTP-date',
    '/components/schemas/S/properties/x-sunset/x-sunset x-sunset "Q3" is no date (RFC 3339) or HTTP-date',
  ])
})

it('ignores valid ones and data', () => {
  const operation =
    "{ get: { deprecated: true, x-sunset: 'Sun, 06 Nov 1994 08:49:37 GMT', x-stability-level: beta, responses: {} } }"
  const example =
    '{ example: { x-sunset: soon }, x-other: { x-sunset: soon }, properties: { sunset: { type: string } } }'
  expect(flawsIn(`{ /a: ${operation} }`, `{ schemas: { S: ${example} } }`)).toEqual([])
})

it('finds keys in JSON and YAML with any quoting, and ignores other text', () => {
  const described = (words: string): string =>
    `{ /a: { get: { description: 'the sunset of it', ${words}, responses: {} } } }`
  for (const key of ['x-sunset', '"x-sunset"', "'x-sunset'", '"x-sunset" ', '? x-sunset\n  ']) {
    expect(flawsIn(described(`${key}: soon`))).toEqual([
      '/paths/~1a/get/x-sunset x-sunset "soon" is no date (RFC 3339) or HTTP-date',
    ])
  }
  expect(flawsIn(described('x-city_sunset: soon'))).toEqual([])
})
