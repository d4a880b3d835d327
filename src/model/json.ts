/** Any value JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

/** A JSON object; `__proto__` and friends are ordinary keys of it. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** An RFC 6901 JSON pointer, `''` for the whole document, e.g. `/components/schemas/Loan`. */
export type Pointer = string
