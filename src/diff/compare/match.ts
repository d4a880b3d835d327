import type { Operation, Parameter } from '../../model/operation.ts'
import { keyOf, type Pairing, pairUp } from './pair-up.ts'

/** Matches operations by method and path, then ignoring parameter names, then by `operationId`. */
export function matchOperations(base: readonly Operation[], revision: readonly Operation[]): Pairing<Operation> {
  return pairUp(
    base,
    revision,
    { ...keyOf((operation) => operation.key), isSame: haveSameKey },
    keyOf(anonymousKey),
    keyOf((operation) => `${operation.method} ${addressesOf(operation).join()}`),
    keyOf((operation) => operation.operationId),
  )
}

export function haveSameKey(before: Operation, after: Operation): boolean {
  return before.method === after.method && before.path === after.path
}

/** `GET /users/{}`: templates that differ only in names are the same path (OpenAPI 3.1 §4.8.8.2). */
function anonymousKey(operation: Operation): string {
  return `${operation.method} ${operation.path.replace(/\{[^}]*\}/g, '{}')}`
}

/** Matches by name and expression, then by expression (the name isn't sent, OpenAPI 3.1 §4.8.18.1), then by name. */
export function matchCallbacks(base: readonly Operation[], revision: readonly Operation[]): Pairing<Operation> {
  return pairUp(
    base,
    revision,
    keyOf(({ method, path }) => `${method} ${path.slice(0, path.lastIndexOf(' '))} ${callbackAddress(path)}`),
    keyOf(({ method, path }) => `${method} ${callbackAddress(path)}`),
    keyOf(({ method, path }) => `${method} ${path.slice(0, path.lastIndexOf(' '))}`),
    keyOf((operation) => operation.operationId),
  )
}

/** Puts bare runtime expressions into braces and header names into lower case (OpenAPI 3.1 §4.8.18.3, §4.8.20.4). */
export function callbackAddress(path: string): string {
  return path
    .slice(path.lastIndexOf(' ') + 1)
    .replace(/^(\$[^{}]*)$/s, '{$1}')
    .replace(/\$(request|response)\.header\.[^}]*/g, (expression) => expression.toLowerCase())
}

/** Returns the URLs of an operation, one per server, without names of path parameters. */
export function addressesOf({ servers, path }: Operation): string[] {
  const anonymous = path.replace(/\{[^}]*\}/g, '{}')
  return [...new Set(servers.map((server) => `${normalServer(server).replace(/\/+$/, '')}${anonymous}`))].sort()
}

const defaultPorts = { http: ':80', https: ':443', ws: ':80', wss: ':443' } as const

/** Normalizes a server URL: scheme and host in lower case, without the default port (RFC 3986 §6.2). */
function normalServer(server: string): string {
  return server.replace(/^(https?|wss?):\/\/([^/?#]*)/i, (_, written: string, host: string) => {
    const scheme = written.toLowerCase() as keyof typeof defaultPorts
    const port = defaultPorts[scheme]
    const name = host.toLowerCase()
    return `${scheme}://${name.endsWith(port) ? name.slice(0, -port.length) : name}`
  })
}

/** Maps path parameter names of the base to the names at the same position in the revision. */
export function renamedPathParameters(before: Operation, after: Operation): ReadonlyMap<string, string> {
  const names = (path: string): string[] => [...path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? '')
  const [was, is] = [names(before.path), names(after.path)]
  const renamed = new Map<string, string>()
  if (was.length !== is.length) return renamed
  was.forEach((name, index) => {
    const now = is[index]
    if (now !== undefined && now !== name) renamed.set(name, now)
  })
  return renamed
}

/** Header names are case-insensitive (RFC 9110 §5.1). */
export function parameterId(parameter: Parameter, renamed: ReadonlyMap<string, string>): string {
  const name = parameter.in === 'path' ? (renamed.get(parameter.name) ?? parameter.name) : parameter.name
  return `${parameter.in} ${parameter.in === 'header' ? name.toLowerCase() : name}`
}
