import type { Description, Operation } from '../model/operation.ts'
import { type Candidate, resourceGraphOf } from './graph.ts'
import type { Need } from './needs.ts'

/** Available operations on one kind of resource. */
export interface Lifecycle {
  /** The identifier in the path of `read`. */
  readonly need: Need
  readonly read: Operation
  readonly create?: Operation
  readonly list?: Operation
  /** How the list shows identifiers. */
  readonly listed?: Candidate
  /** `PUT`, or else `PATCH`. */
  readonly update?: Operation
  readonly remove?: Operation
}

/** Returns the resources that have a readable item path and can be created or listed at its parent, in document order. */
export function lifecyclesOf(description: Description): readonly Lifecycle[] {
  const graph = resourceGraphOf(description)
  const byKey = new Map(description.operations.map((operation) => [operation.key, operation]))
  return description.operations.flatMap((read): Lifecycle[] => {
    const last = /^(.*)\/\{([^{}]+)\}$/.exec(read.path)
    if (read.method !== 'GET' || last === null) return []
    const [, above = '', name] = last
    const need = graph.needs.get(read.key)?.find((one) => one.in === 'path' && one.name === name)
    if (need === undefined) return []
    const candidates = graph.candidates.get(need.id) ?? []
    const isBeside = ({ operation, isCertain }: Candidate) =>
      isCertain && byKey.get(operation)?.path.replace(/\/$/, '') === above
    const create = candidates.find((one) => one.isMaking && one.operation.startsWith('POST ') && isBeside(one))
    const listed = candidates.find((one) => one.from === 'body' && one.operation.startsWith('GET ') && isBeside(one))
    if (create === undefined && listed === undefined) return []
    const at = (method: string) => byKey.get(`${method} ${read.path}`)
    const parts = {
      create: create && byKey.get(create.operation),
      list: listed && byKey.get(listed.operation),
      update: at('PUT') ?? at('PATCH'),
      remove: at('DELETE'),
    }
    const known = Object.entries(parts).filter(([, operation]) => operation !== undefined)
    return [{ need, read, ...Object.fromEntries(known), ...(listed && { listed }) }]
  })
}
