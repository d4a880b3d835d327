import type { Operation } from '../model/operation.ts'

/**
 * A base URL with the path that the servers of a description put before its paths (OpenAPI 3.x §Server Object, Swagger
 * 2.0 `basePath`), where the URL has none of its own: those of the servers at its origin, else of all. It stays as it is
 * where they have no path, or several. A `configured` path goes over that of the servers.
 */
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

/** The path of a server's URL without its last slash; `''` for the root, and where a variable says what it is. */
export function basePathOf(server: string): string {
  const path = server
    .replace(/^(?:[a-z][a-z0-9+.-]*|\{[^{}]*\}):\/\/[^/]*/i, '')
    .replace(/^\/\/[^/]*/, '')
    .replace(/^\{[^{}]*\}/, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
  return path === '' || path.includes('{') ? '' : `/${path.replace(/^(?:\.?\/)+/, '')}`
}
