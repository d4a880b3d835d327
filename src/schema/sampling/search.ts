import type { Sized } from './sized.ts'

/** The state of one search, shared by the two samplers that ask each other. */
export interface Search {
  /** Left before it is given up. */
  steps: number
  /** How often it met a place it was looking at already. */
  cuts: number
  /** What was found around such cuts: right, but another search would cut elsewhere. */
  readonly found: Map<string, Sized>
}

/** Is told what a search took. */
export type Took = (steps: number) => void
