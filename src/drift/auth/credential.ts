import type { SentRequest } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'

/** Members of every credential: its name and the operations it applies to. Held in memory only. */
interface Common {
  /** Its name in curl lines: `-H 'authorization: Bearer '"$LENDING_MAIN_TOKEN"`. */
  readonly name: string
  /** Operations whose path starts with it get this credential; the longest prefix wins. `''` for all. */
  readonly prefix: string
}

/** A bearer token (RFC 6750 §2.1). */
export interface BearerCredential extends Common {
  readonly type: 'bearer'
  readonly token: string
}

/** An API key under a name of its own. */
export interface ApiKeyCredential extends Common {
  readonly type: 'apiKey'
  readonly in: 'header' | 'query' | 'cookie'
  /** Name of the header, query parameter or cookie. */
  readonly parameter: string
  readonly key: string
  /** Text before the key, which is no secret: `token `. Default: none. */
  readonly keyPrefix?: string
}

/** User name and password (RFC 7617). `name` is `USER:PASSWORD`, the names of both variables. */
export interface BasicCredential extends Common {
  readonly type: 'basic'
  readonly username: string
  readonly password: string
}

/** OAuth 2 client credentials (RFC 6749 §4.4). */
export interface OAuth2Credential extends Common {
  readonly type: 'oauth2'
  /** Absolute. */
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope?: string
  /** How the client authenticates at the token endpoint (RFC 6749 §2.3.1). */
  readonly clientAuth: 'basic' | 'body'
}

/** A function of the config file, by its location there: a function cannot be sent to the thread that calls it. */
export interface CustomCredential extends Common {
  readonly type: 'custom'
  readonly configFile: string
  readonly api: string
  /** In the API's `auth`. */
  readonly index: number
  /** The variables the function asked for. */
  readonly secrets: Readonly<Record<string, string>>
}

/** A credential by the operations it is for. */
export type Credential = BearerCredential | ApiKeyCredential | BasicCredential | OAuth2Credential | CustomCredential

/** What a function of the config does to a request; `secrets` holds the variables it asked for. */
export type ApplyCredential = (
  request: SentRequest,
  secrets: Readonly<Record<string, string>>,
) => SentRequest | Promise<SentRequest>

/** The credentials for a path: all of the longest prefix, for a call may need a key and a token. */
export function credentialsFor(credentials: readonly Credential[], path: string): readonly Credential[] {
  const fitting = credentials.filter(({ prefix }) => path.startsWith(prefix))
  const longest = Math.max(...fitting.map(({ prefix }) => prefix.length))
  return fitting.filter(({ prefix }) => prefix.length === longest)
}

/**
 * What a call presents: nothing for `false`, else the credential of that name or prefix, else a secret of the
 * * caller's own in the form of the path's credential. Default: chosen by the path.
 */
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

/** The secrets of a credential as they are known before any call; tokens still to be fetched are not among them. */
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

/** The credentials of `Authorization: Basic`: base64 of `user:password` in UTF-8 (RFC 7617 §2). */
export function basicValue({ username, password }: Pick<BasicCredential, 'username' | 'password'>): string {
  return Buffer.from(`${username}:${password}`, 'utf8').toString('base64')
}
