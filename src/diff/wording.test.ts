import { describe, expect, it } from 'vitest'
import { descriptionWithSchema, findingsBetween } from '../testing/rule-tester.ts'

/** The messages for an edit of a schema, by rule. */
function messages(before: string, after: string): string[] {
  const [base = '', revision = ''] = [before, after].map((schema) => descriptionWithSchema(schema, 'request', '3.1.0'))
  return findingsBetween(base, revision).map(({ message }) => message)
}

describe('a value in a message', () => {
  it.each([
    ['{ enum: [a] }', '{ enum: [a, "null"] }', 'may now be "null"'],
    ['{ enum: [a, "null", "1"] }', '{ enum: [a] }', 'no longer allows "null", "1"'],
    ['{ enum: ["true", true, 1, "1"] }', '{}', 'is no longer limited to "true", true, 1, "1"'],
    ['{ type: [string, "null"] }', '{ type: [string, "null"], enum: ["null", null] }', 'allows only "null" now'],
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
    [oauth(client), oauth(client, code), 'compatible', 'offers flow authorizationCode now'],
    [oauth(client, code), oauth(client), 'breaking', 'no longer offers flow authorizationCode'],
    [
      oauth(client),
      oauth(code),
      'breaking',
      'no longer offers flow clientCredentials; offers flow authorizationCode now',
    ],
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
  ])('names what differs: %s → %s', (before, after, verdict, message) => {
    expect(findingsBetween(scheme(before), scheme(after))).toMatchObject([
      { ruleId: 'security-scheme-changed', verdict, message },
    ])
  })
})
