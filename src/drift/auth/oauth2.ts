import { toolError } from '../../model/errors.ts'
import type { Json } from '../../model/json.ts'
import type { Observation, SentRequest } from '../../model/observation.ts'
import { own, ownString } from '../../util/json.ts'
import { basicValue, type OAuth2Credential } from './credential.ts'

/** Sends a request to an absolute URL; `request.path` is the URL's path and query. */
export type CallUrl = (url: string, request: SentRequest) => Promise<Observation>

/** Fetches access tokens with client credentials and caches them until shortly before they expire. */
export interface TokenSource {
  tokenOf(credential: OAuth2Credential): Promise<string>
  /** Discards a token that the API rejected. Returns false if no token was cached. */
  forget(credential: OAuth2Credential): boolean
  /** All tokens fetched so far, including discarded ones, which are still secret. */
  fetched(): readonly string[]
}

interface Token {
  readonly value: string
  /** Further tokens in the response: refresh token, ID token (RFC 6749 §5.1). */
  readonly others: readonly string[]
  /** Milliseconds since the epoch. */
  readonly renewAt: number
}

/** Tokens are renewed this many milliseconds before they expire, or after nine tenths of a shorter lifetime. */
const margin = 30_000

/** Creates a token source for the client credentials grant (RFC 6749 §4.4). Concurrent callers share one request. */
export function createTokenSource(call: CallUrl, now: () => number = Date.now): TokenSource {
  const tokens = new Map<string, Promise<Token>>()
  const values = new Set<string>()
  const fetchNew = (key: string, credential: OAuth2Credential): Promise<Token> => {
    const fetched = fetchToken(call, credential, now)
    tokens.set(key, fetched)
    fetched.then(
      ({ value, others }) => [value, ...others].map((each) => values.add(each)),
      // Failures are not cached, so that the next call tries again.
      () => tokens.delete(key),
    )
    return fetched
  }
  return {
    async tokenOf(credential) {
      const key = keyOf(credential)
      const cached = tokens.get(key) ?? fetchNew(key, credential)
      const token = await cached
      if (now() < token.renewAt) return token.value
      // Another caller may have started the renewal already.
      if (tokens.get(key) === cached) tokens.delete(key)
      return (await (tokens.get(key) ?? fetchNew(key, credential))).value
    },
    forget: (credential) => tokens.delete(keyOf(credential)),
    fetched: () => [...values],
  }
}

function keyOf({ tokenUrl, clientId, scope = '' }: OAuth2Credential): string {
  return JSON.stringify([tokenUrl, clientId, scope])
}

async function fetchToken(call: CallUrl, credential: OAuth2Credential, now: () => number): Promise<Token> {
  const { origin, pathname } = new URL(credential.tokenUrl)
  const refused = (reason: string): Error => toolError('TOKEN_REFUSED', [credential.name, origin + pathname, reason])
  const { status, body, failure } = await call(credential.tokenUrl, tokenRequest(credential))
  if (status === undefined) throw refused(failure?.message ?? 'no response')
  const response = parsed(body)
  const token = ownString(response, 'access_token')
  // The error description may contain the secret; the code must not (RFC 6749 §5.2).
  if (status !== 200 || token === '') throw refused(`status ${status} ${errorCode(response)}`.trim())
  const type = ownString(response, 'token_type') || 'bearer'
  if (type.toLowerCase() !== 'bearer') throw refused('its tokens are no bearer tokens')
  const life = Number(own(response, 'expires_in')) * 1000
  const others = ['refresh_token', 'id_token'].map((name) => ownString(response, name)).filter((each) => each !== '')
  return {
    value: token,
    others,
    renewAt: life > 0 ? now() + Math.max(life - margin, life * 0.9) : Number.POSITIVE_INFINITY,
  }
}

function tokenRequest({ tokenUrl, clientId, clientSecret, scope, clientAuth }: OAuth2Credential): SentRequest {
  const { pathname, search } = new URL(tokenUrl)
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== undefined && { scope }) })
  const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' }
  const request = { method: 'POST', path: `${pathname}${search}` }
  if (clientAuth === 'body') {
    form.set('client_id', clientId)
    form.set('client_secret', clientSecret)
    return { ...request, headers, body: form.toString() }
  }
  // RFC 6749 §2.3.1: both are form-encoded before joining.
  const encoded = { username: formEncoded(clientId), password: formEncoded(clientSecret) }
  return { ...request, headers: { ...headers, authorization: `Basic ${basicValue(encoded)}` }, body: form.toString() }
}

function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1)
}

function parsed(body: string | undefined): Json | undefined {
  try {
    return JSON.parse(body ?? '') as Json
  } catch {
    return undefined
  }
}

function errorCode(response: Json | undefined): string {
  const code = ownString(response, 'error')
  return /^[a-z_]{1,40}$/.test(code) ? `(${code})` : ''
}
