import type { SentRequest } from '../../model/observation.ts'
import { encodeValue } from '../../util/serialize.ts'
import { withApiKey } from './api-key.ts'
import { withBasic } from './basic.ts'
import { withBearer } from './bearer.ts'
import { basicValue, type Credential, secretsOf } from './credential.ts'
import { type LoadApply, withCustom } from './custom.ts'
import type { TokenSource } from './oauth2.ts'

/** A request with its credentials. */
export interface Authorized {
  readonly request: SentRequest
  /** The same for a curl line: `$NAME` instead of each secret. */
  readonly shown: SentRequest
  /** The variable names used in `shown`. */
  readonly variables: readonly string[]
  /** All secrets in `request`, including fetched tokens. */
  readonly secrets: readonly string[]
}

/** Puts credentials into requests. */
export interface Authorizer {
  /** Throws TOKEN_REFUSED, CREDENTIAL_BROKEN. */
  authorize(request: SentRequest, credentials: readonly Credential[]): Promise<Authorized>
  /** Discards fetched tokens after a 401; false when there are none and a retry cannot help. */
  renew(credentials: readonly Credential[]): boolean
  /** Every token fetched so far. */
  fetched(): readonly string[]
}

/** Creates an authorizer; tokens are kept by the given source. */
export function createAuthorizer(tokens: TokenSource, load: LoadApply): Authorizer {
  return {
    async authorize(request, credentials) {
      let authorized: Authorized = { request, shown: request, variables: [], secrets: [] }
      for (const credential of credentials) authorized = await add(authorized, credential, tokens, load)
      return authorized
    },
    renew: (credentials) =>
      credentials.map((credential) => credential.type === 'oauth2' && tokens.forget(credential)).includes(true),
    fetched: tokens.fetched,
  }
}

async function add(
  { request, shown, variables, secrets }: Authorized,
  credential: Credential,
  tokens: TokenSource,
  load: LoadApply,
): Promise<Authorized> {
  const known = [...secrets, ...secretsOf(credential)]
  const named = { variables: [...variables, ...credential.name.split(':')], secrets: known }
  const variable = `$${credential.name}`
  switch (credential.type) {
    case 'bearer':
      return { ...named, request: withBearer(request, credential.token), shown: withBearer(shown, variable) }
    case 'apiKey': {
      const written = credential.in === 'header' ? (text: string) => text : encodeValue
      const { keyPrefix = '' } = credential
      return {
        ...named,
        request: withApiKey(request, credential, written(`${keyPrefix}${credential.key}`)),
        shown: withApiKey(shown, credential, `${written(keyPrefix)}${variable}`),
      }
    }
    case 'basic': {
      const value = variable.replace(':', ':$')
      return { ...named, request: withBasic(request, basicValue(credential)), shown: withBasic(shown, value) }
    }
    case 'oauth2': {
      const token = await tokens.tokenOf(credential)
      const all = [...known, token]
      return { ...named, secrets: all, request: withBearer(request, token), shown: withBearer(shown, variable) }
    }
    case 'custom': {
      const made = await withCustom(request, credential, load)
      const placeholders = Object.fromEntries(made.added.map((name) => [name, variable]))
      return {
        ...named,
        secrets: [...known, ...made.secrets],
        request: made.request,
        shown: {
          ...made.request,
          path: made.request.path === request.path ? shown.path : made.request.path,
          headers: { ...made.request.headers, ...shown.headers, ...placeholders },
        },
      }
    }
  }
}
