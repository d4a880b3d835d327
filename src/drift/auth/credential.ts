import type { SentRequest } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'

/** Common members of all credentials, which are kept in memory only. */
interface Common {
  /** Variable name in curl lines: `-H 'authorization: Bearer '"$LENDING_MAIN_TOKEN"`. */
  readonly name: string
  /** Path prefix of the operations it applies to; the longest match wins. `''` for all. */
  readonly prefix: string
}

/** A bearer token (RFC 6750 §2.1). */
export interface BearerCredential extends Common {
  readonly type: 'bearer'
  readonly token: string
}

/** An API key in a header, query parameter or cookie. */
export interface ApiKeyCredential extends Common {
  readonly type: 'apiKey'
  readonly in: 'header' | 'query' | 'cookie'
  readonly parameter: string
  readonly key: string
  /** Public text before the key, for example `token `. Default: `''`. */
  readonly keyPrefix?: string
}

/** User name and password (RFC 7617). `name` is `USER:PASSWORD` with the names of both variables. */
export interface BasicCredential extends Common {
  readonly type: 'basic'
  readonly username: string
  readonly password: string
}

/** OAuth 2 client credentials (RFC 6749 §4.4). */
export interface OAuth2Credential extends Common {
  readonly type: 'oauth2'
  /** Absolute URL. */
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope?: string
  /** How the client authenticates at the token endpoint (RFC 6749 §2.3.1). */
  readonly clientAuth: 'basic' | 'body'
}

/** A reference to a function in the config file; functions cannot be sent to worker threads. */
export interface CustomCredential extends Common {
  readonly type: 'custom'
  readonly configFile: string
  readonly api: string
  /** Index in the API's `auth` array. */
  readonly index: number
  /** Values of the variables that the function requested. */
  readonly secrets: Readonly<Record<string, string>>
}

/** A credential for an API. */
export type Credential = BearerCredential | ApiKeyCredential | BasicCredential | OAuth2Credential | CustomCredential

/** A function from the config that adds credentials to a request; `secrets` contains the variables it requested. */
export type ApplyCredential = (
  request: SentRequest,
  secrets: Readonly<Record<string, string>>,
) => SentRequest | Promise<SentRequest>

/** Returns all credentials with the longest prefix of the path; a call may need both a key and a token. */
export function credentialsFor(credentials: readonly Credential[], path: string): readonly Credential[] {
  const fitting = credentials.filter(({ prefix }) => path.startsWith(prefix))
  const longest = Math.max(...fitting.map(({ prefix }) => prefix.length))
  return fitting.filter(({ prefix }) => prefix.length === longest)
}

/** Selects a call's credentials by name, prefix or literal secret; `false` for no credential. Default: the path's credentials. */
export function presented(
  credentials: readonly Credential[],
  { path }: Pick<Operation, 'path'>,
  auth: string | false | undefined,
): readonly Credential[] {
  if (auth === false) return []
  const byPath = credentialsFor(credentials, path)
  if (auth === undefined) return byPath
  const named = credentials.filter(({ name, prefix }) => name === auth || (prefix !== '' && prefix === auth))
  if (named.length > 0) return named
  const [first] = byPath
  if (first?.type === 'apiKey') return [{ ...first, name: 'KEY', key: auth }]
  if (first?.type === 'basic') return [{ ...first, name: `${first.name.split(':', 1)[0]}:PASSWORD`, password: auth }]
  return [{ type: 'bearer', name: 'TOKEN', prefix: path, token: auth }]
}

/** Returns a credential's configured secrets, without OAuth tokens fetched later. */
export function secretsOf(credential: Credential): readonly string[] {
  switch (credential.type) {
    case 'bearer':
      return [credential.token]
    case 'apiKey':
      return [credential.key]
    case 'basic':
      return [credential.password, basicValue(credential)]
    case 'oauth2':
      return [credential.clientSecret]
    case 'custom':
      return Object.values(credential.secrets)
  }
}

/** Encodes `Authorization: Basic` credentials: base64 of `user:password` in UTF-8 (RFC 7617 §2). */
export function basicValue({ username, password }: Pick<BasicCredential, 'username' | 'password'>): string {
  return Buffer.from(`${username}:${password}`, 'utf8').toString('base64')
}
