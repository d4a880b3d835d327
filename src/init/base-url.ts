import { basePathOf } from '../config/base-path.ts'
import type { Description } from '../model/operation.ts'
import { ownArray, ownString } from '../util/json.ts'

/**
 * Where an API is called, by its description and the address that came from: the server that most operations have
 * first, a relative one resolved against the address (OpenAPI 3.1 §Server Object). Of a server that begins with a
 * variable the path alone is known, and the origin of the address is used for it. Undefined where neither gives an
 * http(s) URL.
 */
export function baseUrlOf({ document, operations }: Description, source: string): string | undefined {
  const address = /^https?:/i.test(source) && URL.canParse(source) ? source : undefined
  const first = mostUsed(operations.map(({ servers }) => servers[0] ?? '/'))
  const written = ownString(ownArray(document.root, 'servers')[0], 'url')
  const isPlaceholder = address !== undefined && (written.startsWith('{') || first.startsWith('{'))
  // What is all variable says nothing of the path either.
  const path = /^\{[^{}]*\}$/.test(written) ? '' : basePathOf(first)
  const server = isPlaceholder ? path || '/' : first
  if (!URL.canParse(server, address)) return undefined
  const { protocol, origin, pathname } = new URL(server, address)
  return protocol === 'http:' || protocol === 'https:' ? `${origin}${pathname}`.replace(/\/+$/, '') : undefined
}

/** Of servers that are as frequent, the first. */
function mostUsed(servers: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const server of servers) counts.set(server, (counts.get(server) ?? 0) + 1)
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), ['/', 0] as const)[0]
}

/** Whether a base URL is of the calling machine itself. */
export function isOnThisMachine(baseUrl: string): boolean {
  return /^(.+\.)?localhost$|^127\.|^0\.0\.0\.0$|^\[::1?\]$/.test(new URL(baseUrl).hostname)
}
