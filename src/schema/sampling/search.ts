import type { Sized } from './sized.ts'

/** The state of one search, shared by the two samplers that call each other. */
export interface Search {
  /** Left before it is given up. */
  steps: number
  /** How often it reached a location it is in already. */
  cuts: number
  /** What was found around such cuts: right, but another search would cut elsewhere. */
  readonly found: Map<string, Sized>
}

/** Called with the number of steps of a search. */
export type Took = (steps: number) => void
