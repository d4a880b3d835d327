import type { SentRequest } from '../../model/observation.ts'

/** Allows sending one request that may change state. Only the gate issues permits (`architecture.test.ts`). */
export interface Permit {
  readonly method: string
  readonly path: string
}

const issued = new WeakSet<Permit>()

/** Issues a permit for one method and path. */
export function issuePermit({ method, path }: SentRequest): Permit {
  const permit = { method, path }
  issued.add(permit)
  return permit
}

/** Throws unless a request only reads or has a permit for its method and path. */
export function requirePermit({ method, path }: SentRequest, permit: Permit | undefined): void {
  if (readsOnly(method)) return
  if (permit !== undefined && issued.has(permit) && permit.method === method && permit.path === path) return
  throw new Error(`${method} ${path} was about to be sent without a permit`)
}

/** Tests for safe methods (RFC 9110 §9.2.1, and QUERY). */
export function readsOnly(method: string): boolean {
  return /^(GET|HEAD|OPTIONS|QUERY|TRACE)$/.test(method)
}
