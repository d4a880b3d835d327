/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

/** A JSON object. Keys such as `__proto__` are ordinary members. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** RFC 6901 JSON pointer, for example `/components/schemas/Loan`. Empty for the whole document. */
export type Pointer = string
