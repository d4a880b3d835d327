import type { Operation } from '../model/operation.ts'

/** Adds `configured`, or the servers' common path, to a base URL without a path. Servers at its origin take precedence. */
export function withBasePath(
  baseUrl: string,
  operations: readonly Pick<Operation, 'servers'>[],
  configured?: string,
): string {
  const url = new URL(baseUrl)
  if (url.pathname !== '/' || url.search !== '') return baseUrl
  if (configured !== undefined) return `${baseUrl.replace(/\/+$/, '')}${configured.replace(/\/+$/, '')}`
  const servers = [...new Set(operations.flatMap((operation) => operation.servers))]
  const here = servers.filter((server) => URL.canParse(server) && new URL(server).origin === url.origin)
  const paths = [...new Set((here.length > 0 ? here : servers).map(basePathOf))]
  const [path = '', another] = paths
  if (path === '' || another !== undefined) return baseUrl
  return `${baseUrl.replace(/\/+$/, '')}${path}`
}

/** Returns the path of a server URL without a trailing slash. Empty for the root, or if the path contains a variable. */
export function basePathOf(server: string): string {
  const path = server
    .replace(/^(?:[a-z][a-z0-9+.-]*|\{[^{}]*\}):\/\/[^/]*/i, '')
    .replace(/^\/\/[^/]*/, '')
    .replace(/^\{[^{}]*\}/, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
  return path === '' || path.includes('{') ? '' : `/${path.replace(/^(?:\.?\/)+/, '')}`
}
