import type { Json } from './json.ts'

/** The keywords of a part that are guessed, each with the values about which the description is stated all the same. */
export type Marks = ReadonlyMap<string, readonly Json[]>

/** What `x-assumed` says of a part of a description: all of it is guessed, none of it, or these keywords. */
export type Mark = boolean | Marks
