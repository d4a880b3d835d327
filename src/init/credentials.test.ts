import { expect, describe as group, it } from 'vitest'
import { describe } from '../description/dialects/operations.ts'
import { parseDocument } from '../description/reading/parse.ts'
import type { Description } from '../model/operation.ts'
import { suggestCredentials } from './credentials.ts'

function described(text: string): Description {
  return describe(parseDocument({ content: text, name: 'shop.yaml', file: 'shop.yaml' }))
}

const head = 'openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\n'
const responses = 'responses: { "200": { description: d } }'

/** Returns a description with one scheme, required by its only operation. */
function withScheme(scheme: string): Description {
  return described(`${head}paths: { /a: { get: { security: [{ s: [] }], ${responses} } } }
components: { securitySchemes: { s: ${scheme}, other: { type: http, scheme: basic } } }`)
}

const oauth = (flow: string, tokenUrl: string) =>
  withScheme(`{ type: oauth2, flows: { ${flow}: { tokenUrl: '${tokenUrl}', scopes: {} } } }`)

group('suggestCredentials', () => {
  it.each([
    ['bearer', withScheme('{ type: http, scheme: Bearer }'), { type: 'bearer', env: 'SHOP_TOKEN' }],
    [
      'basic',
      withScheme('{ type: http, scheme: basic }'),
      { type: 'basic', usernameEnv: 'SHOP_USER', passwordEnv: 'SHOP_PASSWORD' },
    ],
    ['a reference', withScheme("{ $ref: '#/components/securitySchemes/other' }"), { type: 'basic' }],
    [
      'an API key',
      withScheme('{ type: apiKey, in: query, name: key }'),
      { type: 'apiKey', in: 'query', name: 'key', env: 'SHOP_KEY' },
    ],
    ['OpenID Connect', withScheme('{ type: openIdConnect }'), { type: 'bearer', env: 'SHOP_TOKEN' }],
    ['client credentials', oauth('clientCredentials', '/token'), { type: 'oauth2', clientIdEnv: 'SHOP_CLIENT_ID' }],
    ['a flow with a person', oauth('authorizationCode', 'https://x/token'), { type: 'bearer', env: 'SHOP_TOKEN' }],
    [
      'Swagger 2.0',
      described(`swagger: '2.0'
info: { title: Shop, version: '1' }
security: [{ s: [] }]
paths: { /a: { get: { ${responses} } } }
securityDefinitions: { s: { type: oauth2, flow: application, tokenUrl: 'https://x/token', scopes: {} } }`),
      { type: 'oauth2', tokenUrl: 'https://x/token', clientSecretEnv: 'SHOP_CLIENT_SECRET' },
    ],
  ])('knows %s', (_what, description, credential) => {
    const { credentials, unknown } = suggestCredentials(description, 'shop')
    expect([credentials, unknown]).toEqual([[expect.objectContaining(credential)], []])
    expect(credentials[0]).not.toHaveProperty('prefix')
  })

  it('uses the first supported alternative', () => {
    const description =
      described(`${head}paths: { /a: { get: { security: [{ m: [], b: [] }, { b: [] }], ${responses} } } }
components: { securitySchemes: { m: { type: mutualTLS }, b: { type: http, scheme: bearer } } }`)
    const bearer = { type: 'bearer', env: 'SHOP_TOKEN' }
    expect(suggestCredentials(description, 'shop')).toEqual({
      credentials: [bearer],
      schemes: ['b'],
      unknown: [],
      published: {},
    })
  })

  it("requests the scopes of the operations at the description's token URL", () => {
    const description = described(`${head}paths:
  /a: { get: { security: [{ s: [read, list] }], ${responses} }, post: { security: [{ s: [write] }], ${responses} } }
  /b: { get: { security: [{ s: [read] }], ${responses} } }
components: { securitySchemes: { s: { type: oauth2, flows: { clientCredentials: { tokenUrl: /token, scopes: {} } } } } }`)
    const suggested = (baseUrl: string) => suggestCredentials(description, 'shop', baseUrl).credentials
    expect(suggested('https://a.example')).toMatchObject([{ tokenUrl: '/token', scope: 'read list' }])
    expect(suggested('https://a.example/v2')).toMatchObject([{ tokenUrl: 'https://a.example/token' }])
  })

  it('lists unsupported schemes', () => {
    expect(suggestCredentials(withScheme('{ type: mutualTLS }'), 'shop')).toEqual({
      credentials: [],
      schemes: [],
      unknown: ['s'],
      published: {},
    })
  })

  it('uses a valid demo credential from the description', () => {
    const published = (scheme: string) => suggestCredentials(withScheme(scheme), 'shop').published
    expect(published('{ type: http, scheme: bearer, x-default: demo-token }')).toEqual({ SHOP_TOKEN: 'demo-token' })
    expect(published('{ type: apiKey, in: header, name: k, x-default: "a=" }')).toEqual({ SHOP_KEY: 'a=' })
    for (const value of ['"a\\nB=c"', '7', '"two words"', '{}', '"$HOME"'])
      expect(published(`{ type: http, scheme: bearer, x-default: ${value} }`)).toEqual({})
  })

  it('limits each of several credentials to its paths and omits those that no safe operation needs', () => {
    const bearer = '{ type: http, scheme: bearer }'
    const description = described(`${head}paths:
  /main/a/{id}: { get: { security: [{ mainAccount: [] }], ${responses} } }
  /main/a/{id}/b: { get: { security: [{ mainAccount: [] }], ${responses} } }
  /sub/a: { get: { security: [{ accessToken: [] }], ${responses} } }
  /sub/b: { get: { security: [{ accessToken: [] }], ${responses} }, post: { security: [{ writer: [] }], ${responses} } }
  /free: { get: { security: [{ writer: [] }, {}], ${responses} } }
components: { securitySchemes: { mainAccount: ${bearer}, accessToken: ${bearer}, writer: ${bearer} } }`)
    expect(suggestCredentials(description, '1-shop').credentials).toEqual([
      { type: 'bearer', prefix: '/main/a', env: '_1_SHOP_MAIN_ACCOUNT_TOKEN' },
      { type: 'bearer', prefix: '/sub', env: '_1_SHOP_ACCESS_TOKEN' },
    ])
  })
})
