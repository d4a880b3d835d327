import type { SentRequest } from '../../model/observation.ts'

/** The request with a bearer token (RFC 6750 §2.1). */
export function withBearer(request: SentRequest, token: string): SentRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }
}
