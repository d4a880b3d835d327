import type { JsonObject } from '../model/json.ts'
import { own, ownArray, ownString } from '../util/json.ts'
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
  // The default of OpenAPI 3 (§OpenAPI Object, `servers`).
  return owner === undefined ? ['/'] : ownArray(owner, 'servers').map((server) => expanded(server))
}

function expanded(server: Parameters<typeof ownString>[0]): string {
  const variables = own(server, 'variables')
  return ownString(server, 'url').replace(/\{([^{}]+)\}/g, (written, name: string) => {
    const value = own(own(variables, name), 'default')
    return typeof value === 'string' || typeof value === 'number' ? String(value) : written
  })
}
