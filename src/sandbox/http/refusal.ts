/** The codes of the error body; the interface document does not show the real ones. */
export type RefusalCode =
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'MALFORMED_JSON'
  | 'MISSING_FIELD'
  | 'INVALID_FIELD'
  | 'LIMIT_EXCEEDED'
  | 'INSUFFICIENT_BALANCE'
  | 'NOT_ALLOWED_NOW'
  | 'TOO_MANY_REQUESTS'
  | 'UNAVAILABLE'
  | 'INTERNAL_ERROR'

/** The rejected part of the request; `field` is the first of `fields`. */
export interface RefusedInput {
  readonly fields: readonly string[]
  readonly rejectedValue?: unknown
}

/** The documented error body, without members that don't apply. */
export interface ErrorBody {
  readonly code: RefusalCode
  readonly message: string
  readonly field?: string
  readonly fields?: readonly string[]
  readonly rejectedValue?: unknown
  readonly traceId: string
}

/** A rejected request. Thrown anywhere below a route and returned as the documented error body. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly code: RefusalCode
  readonly input: RefusedInput | undefined
  /** Headers required by HTTP for this status. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    code: RefusalCode,
    message: string,
    input?: RefusedInput,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.input = input
    this.headers = headers
  }
}

/** 401: unknown caller. */
export function unauthorized(message: string): Refusal {
  return new Refusal(401, 'UNAUTHORIZED', message, undefined, { 'www-authenticate': 'Bearer' })
}

/** Throws the same 404 for missing resources and resources of another account. */
export function notFound(what: string, field: string, value: string): never {
  throw new Refusal(404, 'NOT_FOUND', `There is no ${what} '${value}'.`, { fields: [field], rejectedValue: value })
}

/** 400: a field has an invalid value. */
export function invalid(field: string, expected: string, value: unknown): Refusal {
  return new Refusal(400, 'INVALID_FIELD', `${field} must be ${expected}.`, { fields: [field], rejectedValue: value })
}

/** 400: a field exceeds a limit of the offer, the loan or the service. */
export function pastLimit(field: string, message: string, value: unknown): Refusal {
  return new Refusal(400, 'LIMIT_EXCEEDED', message, { fields: [field], rejectedValue: value })
}

/** 409: a field is valid, but the state (a balance, debt or price) doesn't allow it. */
export function notCovered(code: RefusalCode, field: string, message: string, value: unknown): Refusal {
  return new Refusal(409, code, message, { fields: [field], rejectedValue: value })
}

/** 500: writing the journal failed, so the request and everything depending on it have no effect. */
export function notWritten(): Refusal {
  return new Refusal(500, 'INTERNAL_ERROR', 'The state could not be written; this request has no effect.')
}

export function errorBody({ code, message, input }: Refusal, traceId: string): ErrorBody {
  const field = input?.fields[0]
  return {
    code,
    message,
    ...(field !== undefined && { field }),
    ...(input && { fields: input.fields }),
    ...(isShowable(input?.rejectedValue) && { rejectedValue: input?.rejectedValue }),
    traceId,
  }
}

/** Excludes infinity, which JSON lacks, and null, which would mean "no value". */
function isShowable(value: unknown): boolean {
  return value !== undefined && value !== null && !(typeof value === 'number' && !Number.isFinite(value))
}

/** 409: the state of the resource doesn't allow the action. */
export function notAllowedNow(message: string): Refusal {
  return new Refusal(409, 'NOT_ALLOWED_NOW', message)
}
