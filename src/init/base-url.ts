import { basePathOf } from '../config/base-path.ts'
import type { Description } from '../model/operation.ts'
import { ownArray, ownString } from '../util/json.ts'

/**
 * Returns the most frequent server, resolved against the description's URL (OpenAPI 3.1 §Server Object); undefined without http(s).
 */
export function baseUrlOf({ document, operations }: Description, source: string): string | undefined {
  const address = /^https?:/i.test(source) && URL.canParse(source) ? source : undefined
  const first = mostUsed(operations.map(({ servers }) => servers[0] ?? '/'))
  const written = ownString(ownArray(document.root, 'servers')[0], 'url')
  const isPlaceholder = address !== undefined && (written.startsWith('{') || first.startsWith('{'))
  // If the whole server is a variable, its path is also unknown.
  const path = /^\{[^{}]*\}$/.test(written) ? '' : basePathOf(first)
  const server = isPlaceholder ? path || '/' : first
  if (!URL.canParse(server, address)) return undefined
  const { protocol, origin, pathname } = new URL(server, address)
  return protocol === 'http:' || protocol === 'https:' ? `${origin}${pathname}`.replace(/\/+$/, '') : undefined
}

function mostUsed(servers: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const server of servers) counts.set(server, (counts.get(server) ?? 0) + 1)
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), ['/', 0] as const)[0]
}

/** Returns true if the URL refers to this machine. */
export function isOnThisMachine(baseUrl: string): boolean {
  return /^(.+\.)?localhost$|^127\.|^0\.0\.0\.0$|^\[::1?\]$/.test(new URL(baseUrl).hostname)
}
