import type { Operation, Parameter } from '../../model/operation.ts'

/** Which operation of the base is which of the revision. */
export interface OperationMatches {
  readonly pairs: readonly (readonly [Operation, Operation])[]
  readonly removed: readonly Operation[]
  readonly added: readonly Operation[]
}

/** By method and path as written, then modulo parameter names, then by operationId. */
export function matchOperations(base: readonly Operation[], revision: readonly Operation[]): OperationMatches {
  const pairs: (readonly [Operation, Operation])[] = []
  let [removed, added] = [base, revision]
  for (const keyOf of [(operation: Operation) => operation.key, anonymousKey, idKey]) {
    const open = new Map<string, Operation>()
    for (const operation of added) {
      const key = keyOf(operation)
      if (key !== undefined && !open.has(key)) open.set(key, operation)
    }
    const taken = new Set<Operation>()
    removed = removed.filter((operation) => {
      const key = keyOf(operation)
      const twin = key === undefined ? undefined : open.get(key)
      if (twin === undefined || taken.has(twin)) return true
      taken.add(twin)
      pairs.push([operation, twin])
      return false
    })
    added = added.filter((operation) => !taken.has(operation))
  }
  return { pairs, removed, added }
}

/** `GET /users/{}`: two templates that differ in names only are one path (OpenAPI 3.1 §4.8.8.2). */
function anonymousKey(operation: Operation): string {
  return `${operation.method} ${operation.path.replace(/\{[^}]*\}/g, '{}')}`
}

function idKey(operation: Operation): string | undefined {
  return operation.operationId
}

/** Path parameter names of the base → those at the same place of the revision's path. */
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

/** Identity of a parameter: header names are case-insensitive (RFC 9110 §5.1). */
export function parameterId(parameter: Parameter, renamed: ReadonlyMap<string, string>): string {
  const name = parameter.in === 'path' ? (renamed.get(parameter.name) ?? parameter.name) : parameter.name
  return `${parameter.in} ${parameter.in === 'header' ? name.toLowerCase() : name}`
}
