import type { CredentialConfig } from '../config/schema.ts'
import type { Document } from '../model/document.ts'
import type { Json } from '../model/json.ts'
import type { Description, Operation } from '../model/operation.ts'
import { isObject, own, ownString } from '../util/json.ts'
import { variableName } from './variable-name.ts'

/** Credentials that a description requires, and security schemes that specdrift doesn't support. */
export interface SuggestedCredentials {
  readonly credentials: readonly CredentialConfig[]
  /** Security scheme of each credential. */
  readonly schemes: readonly string[]
  readonly unknown: readonly string[]
  /** Public demo credentials from the description, by environment variable. */
  readonly published: Readonly<Record<string, string>>
}

/** Methods of operations that don't change state. */
export const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/**
 * Credentials of safe operations, limited to a common path prefix. Resolves token URLs (OpenAPI 3.0 §Relative References in URLs).
 */
export function suggestCredentials(
  { document, operations }: Description,
  api: string,
  baseUrl?: string,
): SuggestedCredentials {
  const users = new Map<string, Operation[]>()
  const scopes = new Map<string, Set<string>>()
  const served = (scheme: string) => credentialOf(schemeNode(document, scheme), { words: [] }) !== undefined
  for (const operation of operations.filter(({ method }) => safeMethods.includes(method))) {
    const { security } = operation
    if (security.some((alternative) => Object.keys(alternative).length === 0)) continue
    const chosen = security.find((alternative) => Object.keys(alternative).every(served)) ?? security[0] ?? {}
    for (const [scheme, wanted] of Object.entries(chosen)) {
      users.set(scheme, [...(users.get(scheme) ?? []), operation])
      scopes.set(scheme, new Set([...(scopes.get(scheme) ?? []), ...wanted]))
    }
  }
  const credentials: CredentialConfig[] = []
  const schemes: string[] = []
  const unknown: string[] = []
  const published: Record<string, string> = {}
  for (const [scheme, used] of users) {
    const words = users.size === 1 ? [api] : [api, scheme]
    const prefix = users.size === 1 ? '' : commonPrefix(used.map(({ path }) => path))
    const scope = [...(scopes.get(scheme) ?? [])].join(' ')
    const node = schemeNode(document, scheme)
    const credential = credentialOf(node, { words, prefix, scope, baseUrl })
    if (credential === undefined) unknown.push(scheme)
    else {
      credentials.push(credential)
      schemes.push(scheme)
    }
    if (credential?.type === 'bearer' || credential?.type === 'apiKey') {
      // `x-default` is the demo credential of Mintlify and ReadMe pages.
      const shown = ownString(node, 'x-default')
      if (/^[\w.~+/=-]+$/.test(shown)) published[credential.env] = shown
    }
  }
  return { credentials, schemes, unknown, published }
}

function schemeNode(document: Document, name: string): Json | undefined {
  const { root } = document
  const written = own(own(own(root, 'components'), 'securitySchemes') ?? own(root, 'securityDefinitions'), name)
  const ref = ownString(written, '$ref')
  return ref === '' ? written : document.resolve(ref)?.node
}

interface Use {
  /** Words that form the names of environment variables. */
  readonly words: readonly string[]
  readonly prefix?: string
  readonly scope?: string
  readonly baseUrl?: string | undefined
}

function credentialOf(scheme: Json | undefined, use: Use): CredentialConfig | undefined {
  const env = (suffix: string) => variableName(...use.words, suffix)
  const prefix = use.prefix ? { prefix: use.prefix } : {}
  const location = ownString(scheme, 'in')
  const kind = `${ownString(scheme, 'type')} ${ownString(scheme, 'scheme').toLowerCase()}`.trim()
  if (kind === 'basic' || kind === 'http basic') {
    return { type: 'basic', ...prefix, usernameEnv: env('USER'), passwordEnv: env('PASSWORD') }
  }
  if (kind === 'apiKey' && (location === 'header' || location === 'query' || location === 'cookie')) {
    return { type: 'apiKey', ...prefix, in: location, name: ownString(scheme, 'name'), env: env('KEY') }
  }
  if (kind === 'oauth2') {
    const tokenUrl = tokenUrlOf(scheme, use.baseUrl)
    if (tokenUrl === undefined) return { type: 'bearer', ...prefix, env: env('TOKEN') }
    const client = { clientIdEnv: env('CLIENT_ID'), clientSecretEnv: env('CLIENT_SECRET') }
    return { type: 'oauth2', ...prefix, tokenUrl, ...client, ...(use.scope && { scope: use.scope }) }
  }
  if (kind === 'http bearer' || kind === 'openIdConnect') return { type: 'bearer', ...prefix, env: env('TOKEN') }
  return undefined
}

/** Returns the token URL of the client credentials flow. Other flows need a user, who must provide a token. */
function tokenUrlOf(scheme: Json | undefined, baseUrl: string | undefined): string | undefined {
  const flow = own(own(scheme, 'flows'), 'clientCredentials')
  const swagger = ownString(scheme, 'flow') === 'application' ? scheme : undefined
  const url = ownString(isObject(flow) ? flow : swagger, 'tokenUrl')
  if (!/^(https?:\/\/|\/)/.test(url) || !URL.canParse(url, baseUrl ?? 'http://base')) return undefined
  // In a config, a path is relative to the base URL. This is equivalent only if the base URL has no path.
  const below = url.startsWith('/') && (baseUrl === undefined || new URL(baseUrl).pathname === '/')
  return below ? url : new URL(url, baseUrl).href
}

/** Returns the common leading segments of all paths, up to the first template. */
function commonPrefix(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/'))
  const end = first.findIndex(
    (segment, at) => segment.startsWith('{') || others.some((segments) => segments[at] !== segment),
  )
  return (end === -1 ? first : first.slice(0, end)).join('/')
}
