import type { CredentialConfig } from '../config/schema.ts'
import type { Document } from '../model/document.ts'
import type { Json } from '../model/json.ts'
import type { Description, Operation } from '../model/operation.ts'
import { isObject, own, ownString } from '../util/json.ts'
import { variableName } from './variable-name.ts'

/** The credentials a description asks for, and the security schemes that none of ours can serve. */
export interface SuggestedCredentials {
  readonly credentials: readonly CredentialConfig[]
  /** The security scheme of each credential. */
  readonly schemes: readonly string[]
  readonly unknown: readonly string[]
  /** What the description itself gives for a variable: credentials that anybody may try the API with. */
  readonly published: Readonly<Record<string, string>>
}

/** The methods of operations that change nothing. */
export const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/**
 * Reads off a description which credentials its safe operations need: of each one's `security` the first alternative
 * that we have credentials for. Where there are several, each goes with the path prefix its operations have in common.
 * Token URLs are resolved against the base URL, as OpenAPI 3.0 §Relative References in URLs says.
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
      // As Mintlify and ReadMe have it: what their pages try an API with.
      const shown = ownString(node, 'x-default')
      if (/^[\w.~+/=-]+$/.test(shown)) published[credential.env] = shown
    }
  }
  return { credentials, schemes, unknown, published }
}

/** The node of a security scheme, of OpenAPI 3 or Swagger 2.0. */
function schemeNode(document: Document, name: string): Json | undefined {
  const { root } = document
  const written = own(own(own(root, 'components'), 'securitySchemes') ?? own(root, 'securityDefinitions'), name)
  const ref = ownString(written, '$ref')
  return ref === '' ? written : document.resolve(ref)?.node
}

interface Use {
  /** What the variables are named after. */
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

/** Where client credentials are turned into a token; other flows need a person, who brings the token. */
function tokenUrlOf(scheme: Json | undefined, baseUrl: string | undefined): string | undefined {
  const flow = own(own(scheme, 'flows'), 'clientCredentials')
  const swagger = ownString(scheme, 'flow') === 'application' ? scheme : undefined
  const url = ownString(isObject(flow) ? flow : swagger, 'tokenUrl')
  if (!/^(https?:\/\/|\/)/.test(url) || !URL.canParse(url, baseUrl ?? 'http://base')) return undefined
  // In a config, a path goes below the base URL: that is the same only where the base URL has none.
  const below = url.startsWith('/') && (baseUrl === undefined || new URL(baseUrl).pathname === '/')
  return below ? url : new URL(url, baseUrl).href
}

/** The segments that all paths begin with, up to the first template. */
function commonPrefix(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/'))
  const end = first.findIndex(
    (segment, at) => segment.startsWith('{') || others.some((segments) => segments[at] !== segment),
  )
  return (end === -1 ? first : first.slice(0, end)).join('/')
}
