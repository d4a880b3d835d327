import { errorBody, Refusal, type RefusalCode } from '../http/refusal.ts'
import { type DriftKind, everywhere } from './drift-kind.ts'

export const errorStatuses: readonly DriftKind[] = [
  refusing(429, 'TOO_MANY_REQUESTS', 'Too many requests.', { 'retry-after': '1' }),
  refusing(500, 'INTERNAL_ERROR', 'The service failed.'),
  refusing(503, 'UNAVAILABLE', 'The service is not available.'),
]

function refusing(
  status: number,
  code: RefusalCode,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): DriftKind {
  const refusal = new Refusal(status, code, message)
  return {
    kind: String(status),
    appliesTo: everywhere,
    alter: async () => Response.json(errorBody(refusal, `trace-${status}`), { status, headers }),
  }
}
