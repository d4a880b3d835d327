import { describe, expect, it } from 'vitest'
import { descriptionWithSchema, findingsBetween } from '../testing/rule-tester.ts'
import { keywordChange } from './wording.ts'

/** Returns the messages for a schema edit, by rule. */
function messages(before: string, after: string): string[] {
  const [base = '', revision = ''] = [before, after].map((schema) => descriptionWithSchema(schema, 'request', '3.1.0'))
  return findingsBetween(base, revision).map(({ message }) => message)
}

describe('a value in a message', () => {
  it.each([
    ['{ enum: [a] }', '{ enum: [a, "null"] }', 'may now be "null"'],
    ['{ enum: [a, "null", "1"] }', '{ enum: [a] }', 'no longer allows "null", "1"'],
    ['{ enum: ["true", true, 1, "1"] }', '{}', 'is no longer limited to "true", true, 1, "1"'],
    [
      '{ type: [string, "null"] }',
      '{ type: [string, "null"], enum: ["null", null] }',
      'allows only "null" now, was any value',
    ],
    ['{ x-extensible-enum: [a] }', '{ x-extensible-enum: [a, "null"] }', 'also lists "null"'],
    ['{ x-extensible-enum: [a, "null"] }', '{ x-extensible-enum: [a] }', 'no longer lists "null"'],
    ['{ type: string, default: "null" }', '{ type: string, default: "1" }', 'default is "1", was "null"'],
  ])('is printed as JSON: %s → %s', (before, after, message) => {
    expect(messages(before, after)).toContain(message)
  })
})

describe('a changed security scheme', () => {
  const scheme = (text: string) =>
    `{ openapi: 3.1.0, info: { title: T, version: '1' }, security: [{ auth: [] }], components: { securitySchemes: { auth: ${text} } }, paths: { /x: { get: { responses: {} } } } }`
  const oauth = (...flows: string[]) => `{ type: oauth2, flows: { ${flows.join(', ')} } }`
  const client = 'clientCredentials: { tokenUrl: /token, scopes: {} }'
  const code = 'authorizationCode: { tokenUrl: /token, authorizationUrl: /authorize, scopes: {} }'

  it.each([
    [oauth(client), oauth(client, code), 'compatible', 'flow authorizationCode was added'],
    [oauth(client, code), oauth(client), 'breaking', 'flow authorizationCode was removed'],
    [oauth(client), oauth(code), 'breaking', 'flow clientCredentials was removed; flow authorizationCode was added'],
    [
      oauth(client),
      oauth('clientCredentials: { tokenUrl: /t, scopes: {} }'),
      'breaking',
      'tokenUrl of flow clientCredentials "/t" now, was "/token"',
    ],
    [
      oauth(client),
      oauth('clientCredentials: { tokenUrl: /token, refreshUrl: /refresh, scopes: {} }'),
      'compatible',
      'refreshUrl of flow clientCredentials "/refresh" now, was none',
    ],
    ['{ type: http, scheme: basic }', '{ type: http, scheme: bearer }', 'breaking', 'scheme "bearer" now, was "basic"'],
    [
      '{ type: apiKey, in: header, name: X-Key }',
      '{ type: apiKey, in: query, name: key }',
      'breaking',
      'in "query" now, was "header"; name "key" now, was "x-key"',
    ],
    ['{ type: http, scheme: basic }', oauth(client), 'breaking', 'type "oauth2" now, was "http"'],
    [
      '{ type: openIdConnect, openIdConnectUrl: /a }',
      '{ type: openIdConnect, openIdConnectUrl: /b }',
      'breaking',
      'openIdConnectUrl "/b" now, was "/a"',
    ],
  ])('names the differing members: %s → %s', (before, after, verdict, message) => {
    expect(findingsBetween(scheme(before), scheme(after))).toMatchObject([
      { ruleId: 'security-scheme-changed', verdict, message },
    ])
  })
})

describe('an edit of several members', () => {
  const get = (facts: string) =>
    `{ openapi: 3.1.0, info: { title: T, version: '1' }, paths: { /x: { get: ${facts} } } }`
  const parameter = (facts: string) => get(`{ parameters: [{ name: q, in: query, ${facts} }], responses: {} }`)
  const list = 'schema: { type: array, items: { type: string } }'
  const links = (facts: string) => get(`{ responses: { '200': { description: ok, links: ${facts} } } }`)
  const form = (encoding: string) =>
    get(
      `{ requestBody: { content: { multipart/form-data: { schema: { type: object, properties: { f: { type: string } } }, encoding: ${encoding} } } }, responses: {} }`,
    )

  it.each([
    [
      parameter(`explode: false, ${list}`),
      parameter(`explode: false, style: pipeDelimited, ${list}`),
      'style "pipeDelimited" now, was "form"',
    ],
    [
      parameter('content: { application/json: { schema: { type: string } } }'),
      parameter('schema: { type: string }'),
      'content none now, was "application/json"',
    ],
    [
      form('{ f: { contentType: "image/png, image/jpeg" } }'),
      form('{ f: { contentType: image/png } }'),
      'contentType of part f "image/png" now, was "image/png, image/jpeg"',
    ],
    [
      links('{ a: { operationId: x }, b: { operationId: x } }'),
      links('{ b: { operationId: y }, c: { operationId: x } }'),
      'link a was removed; operationId of link b "y" now, was "x"; link c was added',
    ],
  ])('names the differing links: %s → %s', (before, after, message) => {
    expect(findingsBetween(before, after).map((finding) => finding.message)).toEqual([message])
  })

  it.each([
    ['{ type: object }', '{ type: object, dependentRequired: { a: [b] } }', 'dependentRequired {"a":["b"]} was added'],
    ['{ not: { pattern: "^a{9}$" } }', '{}', 'not {"pattern":"^a{9}$"} was removed'],
    [
      '{ type: object }',
      `{ type: object, dependentRequired: { a: [${'b'.repeat(200)}] } }`,
      'dependentRequired was added',
    ],
  ])('includes the value of a keyword if it is short: %s → %s', (before, after, message) => {
    expect(messages(before, after)).toEqual([message])
  })
})

it.each([
  ['{ required: [a] }', '{}', 'property "a" may be missing now'],
  ['{}', '{ required: [a] }', 'property "a" is required now'],
  ['{ properties: { a: {} }, required: [a] }', '{ properties: { a: {} } }', 'may be missing now'],
  ['{ properties: { a/b: {} } }', '{ properties: { a/b: {} }, required: [a/b] }', 'is required now'],
])("names the property if the location doesn't: %s → %s", (before, after, message) => {
  const typed = (schema: string) => schema.replace('{', '{ type: object, ').replace(', }', ' }')
  expect(messages(typed(before), typed(after))).toEqual([message])
})

it('a keyword with the same text can allow other values', () => {
  const branches = { keyword: 'oneOf', value: ['with a', 'with b'] }
  expect(keywordChange(branches, branches)).toBe('oneOf allows other values now')
  expect(keywordChange(branches, { ...branches, keyword: 'anyOf' })).toBe('anyOf now, was oneOf')
})
