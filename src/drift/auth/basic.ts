import type { SentRequest } from '../../model/observation.ts'

/** The request with basic credentials: what follows `Basic ` (RFC 7617 §2). */
export function withBasic(request: SentRequest, value: string): SentRequest {
  return { ...request, headers: { ...request.headers, authorization: `Basic ${value}` } }
}
