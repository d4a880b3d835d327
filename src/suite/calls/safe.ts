import type { Operation } from '../../model/operation.ts'

/** GET, HEAD and OPTIONS change nothing (RFC 9110 §9.2.1). */
export function isSafe(operation: Operation): boolean {
  return operation.method === 'GET' || operation.method === 'HEAD' || operation.method === 'OPTIONS'
}
