import type { Sized } from './sized.ts'

/** State of a search, shared by the lean and the full sampler. */
export interface Search {
  steps: number
  /** Number of times recursion was cut. */
  cuts: number
  /** Values found during such cuts. They are valid, but another search may cut elsewhere. */
  readonly found: Map<string, Sized>
}

export type Took = (steps: number) => void
