import type { JsonObject } from '../../model/json.ts'
import { httpMethods } from '../../model/operation.ts'
import { byText } from '../../util/text.ts'
import { pascal, shareSchemas } from './draft-components.ts'
import { draftOperation, draftScheme, schemeName } from './draft-operation.ts'
import type { DraftOptions } from './draft-schema.ts'
import type { SeenOperation } from './path-tree.ts'

export interface DocumentFacts {
  readonly title: string
  readonly servers: readonly string[]
}

/** The methods of OpenAPI 3.1 §4.8.9. `query` exists only in 3.2. */
const methods: ReadonlySet<string> = new Set(httpMethods.filter((method) => method !== 'query'))

/** Whether an operation can be drafted: OpenAPI has its method, and a request was accepted. */
export function canBeDrafted({ method, facts }: SeenOperation): boolean {
  return methods.has(method.toLowerCase()) && facts.accepted > 0
}

export function draftDocument(
  operations: readonly SeenOperation[],
  { title, servers }: DocumentFacts,
  options: Omit<DraftOptions, 'dialect'>,
): JsonObject {
  const draft = { ...options, dialect: '3.1', hasSchemes: true } as const
  const { paths, schemas } = shareSchemas(named(draftPaths(operations, draft)))
  const schemes = new Set(operations.flatMap(({ facts }) => [...facts.credentials.keys()]))
  const sorted = [...schemes].sort(byText).map((key) => [schemeName(key), draftScheme(key)] as const)
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '0.0.0',
      description: 'Drafted from recorded traffic by specdrift: x-evidence says how often a part was seen.',
    },
    servers: (servers.length > 0 ? servers : ['/']).map((url) => ({ url })),
    // The default for operations that were called without credentials.
    security: [],
    paths,
    ...(sorted.length + Object.keys(schemas).length > 0 && {
      components: {
        ...(Object.keys(schemas).length > 0 && { schemas }),
        ...(sorted.length > 0 && { securitySchemes: Object.fromEntries(sorted) }),
      },
    }),
  }
}

/** Adds operation ids: `getOrdersById` for `GET /orders/{id}`. */
function named(paths: JsonObject): JsonObject {
  const taken = new Set<string>()
  const unique = (name: string): string => {
    let id = name
    for (let number = 2; taken.has(id); number++) id = `${name}${number}`
    taken.add(id)
    return id
  }
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => {
      const words = path.replaceAll(/\{([^{}]*)\}/g, ' by $1 ')
      const operations = Object.entries(item as JsonObject).map(([method, operation]) => {
        const operationId = unique(`${method}${pascal(words) || 'Root'}`)
        return [method, { operationId, summary: `${method.toUpperCase()} ${path}`, ...(operation as JsonObject) }]
      })
      return [path, Object.fromEntries(operations)]
    }),
  )
}

/** Drafts a Paths Object. HEAD is omitted if there is a GET (RFC 9110 §9.3.2). */
export function draftPaths(
  operations: readonly SeenOperation[],
  options: DraftOptions & { readonly hasSchemes: boolean },
): JsonObject {
  const paths = new Map<string, [string, JsonObject][]>()
  for (const seen of operations) {
    const { method, path, facts } = seen
    const isOfGet =
      method === 'HEAD' &&
      operations.some((other) => other.method === 'GET' && other.path === path && canBeDrafted(other))
    if (!canBeDrafted(seen) || isOfGet) continue
    const item = paths.get(path) ?? []
    item.push([method.toLowerCase(), draftOperation({ method, path }, facts, options)])
    paths.set(path, item)
  }
  return Object.fromEntries([...paths].map(([path, item]) => [path, Object.fromEntries(item)] as const))
}
