import type { JsonObject } from '../../model/json.ts'
import { own, ownArray, ownString } from '../../util/json.ts'
import type { Reading } from './reading.ts'
import { swaggerServers } from './swagger.ts'

/** The servers of an operation: its own, else those of its path, else the root's; variables take their defaults. */
export function readServers(
  reading: Reading,
  operation: JsonObject,
  pathItem: JsonObject | undefined,
): readonly string[] {
  const { root } = reading.document
  if (reading.isSwagger) return swaggerServers(root, operation)
  const owner = [operation, pathItem, root].find((node) => ownArray(node, 'servers').length > 0)
  if (owner === undefined) return defaultServers
  const known = serversOf.get(owner) ?? ownArray(owner, 'servers').map((server) => expanded(server))
  serversOf.set(owner, known)
  return known
}

/** The default of OpenAPI 3 (§OpenAPI Object, `servers`). */
const defaultServers: readonly string[] = ['/']

/** Most operations have the servers of the root. */
const serversOf = new WeakMap<JsonObject, readonly string[]>()

function expanded(server: Parameters<typeof ownString>[0]): string {
  const variables = own(server, 'variables')
  return ownString(server, 'url').replace(/\{([^{}]+)\}/g, (written, name: string) => {
    const value = own(own(variables, name), 'default')
    return typeof value === 'string' || typeof value === 'number' ? String(value) : written
  })
}

/**
 * The paths that the servers of an operation put before its own: one for each value a variable may have, and with
 * `{name}` where it may have any (OpenAPI 3.x §Server Variable Object: without `enum`, `default` is no more than that).
 */
export function readBasePaths(
  reading: Reading,
  operation: JsonObject,
  pathItem: JsonObject | undefined,
): readonly string[] {
  const { root } = reading.document
  if (reading.isSwagger) return [...new Set(swaggerServers(root, operation).map(pathOf))]
  const owner = [operation, pathItem, root].find((node) => ownArray(node, 'servers').length > 0)
  if (owner === undefined) return []
  const known = basePathsOf.get(owner) ?? [...new Set(ownArray(owner, 'servers').flatMap(addressesOf).map(pathOf))]
  basePathsOf.set(owner, known)
  return known
}

const basePathsOf = new WeakMap<JsonObject, readonly string[]>()

/** Several variables with many values make more addresses than are worth telling apart. */
const mostAddresses = 256

function addressesOf(server: Parameters<typeof ownString>[0]): readonly string[] {
  const variables = own(server, 'variables')
  const url = ownString(server, 'url')
  const names = [...new Set([...url.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))]
  const values = names.map((name) => [name, valuesOf(own(variables, name), name)] as const)
  const count = values.reduce((product, [, list]) => product * list.length, 1)
  const known = count > mostAddresses ? names.map((name) => [name, [`{${name}}`]] as const) : values
  return known.reduce<readonly string[]>(
    (addresses, [name, list]) =>
      addresses.flatMap((address) => list.map((value) => address.replaceAll(`{${name}}`, () => value))),
    [url],
  )
}

/** Its `default` may hold slashes, which a variable elsewhere does not. */
function valuesOf(variable: Parameters<typeof ownString>[0], name: string): readonly string[] {
  const listed = ownArray(variable, 'enum').filter(isScalar).map(String)
  const written = own(variable, 'default')
  const byDefault = isScalar(written) ? [String(written)] : []
  return listed.length > 0 ? [...new Set([...listed, ...byDefault])] : [...byDefault, `{${name}}`]
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** The path of an address, `''` for a variable that holds all of it. */
function pathOf(address: string): string {
  return (
    address
      .replace(/^(?:[a-z][a-z0-9+.-]*|\{[^{}]*\}):\/\/[^/]*/i, '')
      .replace(/^\/\/[^/]*/, '')
      .replace(/^\{[^{}]*\}/, '')
      .replace(/[?#].*$/, '')
      // Relative to wherever the description is (RFC 3986 §5.2.4).
      .replace(/^(?:\.{1,2}(?:\/|$))+/, '')
      .replace(/\/+$/, '')
  )
}
