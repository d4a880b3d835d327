import type { Description } from '../model/operation.ts'
import { ownArray, ownString } from '../util/json.ts'

/**
 * Where an API is called, by its description and the address that came from: the first server, a relative one
 * resolved against the address (OpenAPI 3.1 §Server Object). A server that begins with a variable is a placeholder,
 * and the origin of the address is used for it. Undefined where neither gives an http(s) URL.
 */
export function baseUrlOf({ document, operations }: Description, source: string): string | undefined {
  const address = /^https?:/i.test(source) && URL.canParse(source) ? source : undefined
  const written = ownString(ownArray(document.root, 'servers')[0], 'url')
  const server = address !== undefined && written.startsWith('{') ? '/' : (operations[0]?.servers[0] ?? '/')
  if (!URL.canParse(server, address)) return undefined
  const { protocol, origin, pathname } = new URL(server, address)
  return protocol === 'http:' || protocol === 'https:' ? `${origin}${pathname}`.replace(/\/+$/, '') : undefined
}

/** Whether a base URL is of the calling machine itself. */
export function isOnThisMachine(baseUrl: string): boolean {
  return /^(.+\.)?localhost$|^127\.|^0\.0\.0\.0$|^\[::1?\]$/.test(new URL(baseUrl).hostname)
}
