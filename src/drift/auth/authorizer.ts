import { toolError } from '../../model/errors.ts'
import type { SentRequest } from '../../model/observation.ts'
import { encodeValue } from '../../util/serialize.ts'
import { withApiKey } from './api-key.ts'
import { type ApplyCredential, basicValue, type Credential, type CustomCredential, secretsOf } from './credential.ts'
import type { TokenSource } from './oauth2.ts'

/** A request with its credentials. */
export interface Authorized {
  readonly request: SentRequest
  /** The same request for a curl line, with `$NAME` in place of each secret. */
  readonly shown: SentRequest
  readonly variables: readonly string[]
  /** All secrets in `request`, including fetched tokens. */
  readonly secrets: readonly string[]
}

/** Puts credentials into requests. */
export interface Authorizer {
  /** Throws TOKEN_REFUSED, CREDENTIAL_BROKEN. */
  authorize(request: SentRequest, credentials: readonly Credential[]): Promise<Authorized>
  /** Discards fetched tokens after a 401. Returns false if no token was fetched, so that a retry cannot help. */
  renew(credentials: readonly Credential[]): boolean
  fetched(): readonly string[]
}

/** Creates an authorizer that takes OAuth tokens from `tokens`. */
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

/** Adds Basic credentials; `value` follows `Basic ` (RFC 7617 §2). */
function withBasic(request: SentRequest, value: string): SentRequest {
  return { ...request, headers: { ...request.headers, authorization: `Basic ${value}` } }
}

function withBearer(request: SentRequest, token: string): SentRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }
}

type LoadApply = (credential: CustomCredential) => Promise<ApplyCredential>

/** A request changed by a user's function, and the parts it added, which are treated as secrets. */
interface Customised {
  readonly request: SentRequest
  /** Names of added or replaced headers. */
  readonly added: readonly string[]
  /** Values of these headers and of new query parameters. */
  readonly secrets: readonly string[]
}

/** Applies a function from the config to a request. Throws CREDENTIAL_BROKEN. */
async function withCustom(before: SentRequest, credential: CustomCredential, load: LoadApply): Promise<Customised> {
  const request = await applied(before, credential, load)
  const added = Object.entries(request.headers).filter(([name, value]) => before.headers[name] !== value)
  const known = new Set(pairsOf(before))
  const pairs = pairsOf(request).filter((pair) => !known.has(pair))
  return {
    request,
    added: added.map(([name]) => name),
    secrets: [
      // A response may echo the token without `Bearer`.
      ...added.flatMap(([, value]) => [value, ...value.split(' ').slice(1)]),
      ...pairs.map((pair) => pair.slice(pair.indexOf('=') + 1)),
    ],
  }
}

function pairsOf({ path }: SentRequest): readonly string[] {
  return path.split('?')[1]?.split('&') ?? []
}

async function applied(before: SentRequest, credential: CustomCredential, load: LoadApply): Promise<SentRequest> {
  const apply = await load(credential)
  const broken = (reason: string, cause?: unknown): Error =>
    toolError('CREDENTIAL_BROKEN', [credential.name, credential.configFile, reason], cause)
  let after: SentRequest
  try {
    after = await apply(structuredClone(before), credential.secrets)
  } catch (cause) {
    // The message may contain a secret, so it is only attached as the cause, which `--debug` prints.
    throw broken('it threw an error', cause)
  }
  const entries = Object.entries(after?.headers ?? {})
  const fits = typeof after?.path === 'string' && entries.every(([, value]) => typeof value === 'string')
  if (!fits || after.method !== before.method) throw broken('it must return the request with headers added')
  return { ...after, headers: Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value])) }
}
