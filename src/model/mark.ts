import type { Json } from './json.ts'

/** Guessed keywords, each with the values that are nevertheless certain. */
export type Marks = ReadonlyMap<string, readonly Json[]>

/** Meaning of `x-assumed` for a part: everything, nothing, or some keywords are guessed. */
export type Mark = boolean | Marks
