import { expect, it } from 'vitest'
import { foundInRequest } from '../../../testing/request-tester.ts'

const form = 'application/x-www-form-urlencoded'
const list = '{ type: array, items: { type: integer } }'
const members = `schema: { type: object, required: [z], properties: { n: { type: integer }, l: ${list} } }`

/** Findings for a query that is one `querystring` parameter. */
const inQuery = (content: string, query: string) =>
  foundInRequest(
    `parameters: [{ name: w, in: querystring, required: true, content: { ${content} } }]`,
    { path: `/a${query}` },
    '3.2.0',
  )

/** Findings for a form body. */
const inBody = (media: string, requestBody: string) =>
  foundInRequest(`requestBody: { content: { ${form}: { ${media} } } }`, {
    ...{ requestHeaders: { 'content-type': form }, requestBody },
  })

const undefinedForm = (name: string) => [
  `the request body ${form}: how ${name} is written in a form is not defined enough to be checked`,
]

it.each([
  ['#x?z=1', ['querystring w lacks the required querystring parameter w']],
  ['?n=1', ['querystring w/z is required and missing, and was accepted']],
  ['?n=5&l=1&l=2&z=%2B', []],
  [
    '?n=x&l=1&l=y&z=%2B',
    ['querystring w/l/* is sent and breaks type "integer"', 'querystring w/n is sent and breaks type "integer"'],
  ],
])('a query in form encoding: %s', (query, expected) => {
  expect(inQuery(`${form}: { ${members} }`, query)).toEqual(expected)
})

it('a query in JSON', () => {
  const json = 'application/json: { schema: { type: object, required: [z] } }'
  expect(inQuery(json, '?%7B%22z%22%3A1%7D')).toEqual([])
  expect(inQuery(json, '?%7B%22a%22%3A1%7D')).toEqual(['querystring w/z is required and missing, and was accepted'])
  expect(inQuery(json, '?z=1')).toEqual(['querystring w is sent and is not application/json'])
})

it.each([
  [members, 'z=1&n=5&l=6&l=7', []],
  [
    members,
    'n=many&l=6&l=x',
    [
      `body ${form}/l/* is sent and breaks type "integer"`,
      `body ${form}/n is sent and breaks type "integer"`,
      `body ${form}/z is required and missing, and was accepted`,
    ],
  ],
  ['schema: { properties: { o: { type: object } } }', 'o={}', undefinedForm('o')],
  ['schema: { type: object }', 'o[a]=1', undefinedForm('o[a]')],
  ['schema: { properties: { l: { type: array, items: { type: object } } } }', 'l={}', undefinedForm('l')],
  [`${members}, encoding: { l: { style: pipeDelimited } }`, 'z=1&l=1|2', undefinedForm('l')],
  ['schema: { type: object, properties: { "o[]": { type: array, items: { type: integer } } } }', 'o[]=1&o[]=2', []],
])('a form with %s: %s', (media, body, expected) => {
  expect(inBody(media, body)).toEqual(expected)
})
