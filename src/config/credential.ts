import { z } from 'zod'
import type { SentRequest } from '../model/observation.ts'
import { httpAddress, path, variable } from './values.ts'

const prefix = path.exactOptional().describe('Path prefix that the credential applies to; default: all paths.')

/** Function that adds a credential to a request. Header names are in lower case. */
type Apply = (request: SentRequest, secrets: Readonly<Record<string, string>>) => SentRequest | Promise<SentRequest>

const bearer = z.strictObject({
  type: z.literal('bearer').describe('A token in the Authorization header.'),
  prefix,
  env: variable.describe('Environment variable with the token.'),
})

const apiKey = z.strictObject({
  type: z.literal('apiKey').describe('A key in a header, query parameter or cookie.'),
  prefix,
  in: z.enum(['header', 'query', 'cookie']).describe('Location of the key.'),
  name: z.string().min(1).describe('Name of the header, query parameter or cookie.'),
  valuePrefix: z
    .string()
    .min(1)
    .regex(/^[\x20-\x7e]*$/, 'must be printable ASCII')
    .exactOptional()
    .describe('Text before the key, including the space: `token `, `Key `; default: none.'),
  env: variable.describe('Environment variable with the key.'),
})

const basic = z.strictObject({
  type: z.literal('basic').describe('A user name and a password in the Authorization header.'),
  prefix,
  usernameEnv: variable.describe('Environment variable with the user name.'),
  passwordEnv: variable.describe('Environment variable with the password.'),
})

const oauth2 = z.strictObject({
  type: z
    .literal('oauth2')
    .describe('OAuth 2.0 client credentials; the token is renewed before it expires, and once after a 401.'),
  prefix,
  name: variable.exactOptional().describe('Variable name of the token in curl lines; default: `ACCESS_TOKEN`.'),
  tokenUrl: z.union([path, httpAddress]).describe('Token endpoint: a URL, or a path below the base URL.'),
  clientIdEnv: variable.describe('Environment variable with the client id.'),
  clientSecretEnv: variable.describe('Environment variable with the client secret.'),
  scope: z.string().exactOptional().describe('Requested scope.'),
  clientAuth: z
    .enum(['basic', 'body'])
    .exactOptional()
    .describe('How to send the client credentials to the token endpoint: `basic` (default) or `body`.'),
})

const custom = z.strictObject({
  type: z.literal('custom').describe('A function that adds the credential to the request.'),
  prefix,
  name: variable.exactOptional().describe('Variable name of the credential in curl lines; default: `CREDENTIAL`.'),
  env: z.array(variable).readonly().exactOptional().describe('Environment variables that are passed to the function.'),
  apply: z
    .custom<Apply>((value) => typeof value === 'function', 'must be a function, in a config in TypeScript')
    .describe('The function, `apply(request, secrets)`, in a config in TypeScript or JavaScript.'),
})

const everywhere = { prefix: true } as const

/** Credentials for fetching a description: a single request, so there is no token refresh and no custom function. */
export const sourceCredentialSchema = z.discriminatedUnion('type', [
  bearer.omit(everywhere),
  apiKey.omit(everywhere),
  basic.omit(everywhere),
])

/** Credentials for an API. The config contains names of environment variables, never secrets. */
export const credentialSchema = z.discriminatedUnion('type', [bearer, apiKey, basic, oauth2, custom])
