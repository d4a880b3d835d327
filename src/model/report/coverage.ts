import type { NotChecked } from '../live/not-checked.ts'

/** How much of something was seen. */
export interface Share {
  readonly seen: number
  readonly total: number
}

/** What coverage is counted of, operations apart. */
export const coverageKinds = ['parameters', 'statuses', 'contentTypes', 'headers', 'properties', 'values'] as const

/** One of `coverageKinds`. */
export type CoverageKind = (typeof coverageKinds)[number]

/** What was seen of one operation. */
export interface OperationCoverage extends Readonly<Record<CoverageKind, Share>> {
  readonly operation: string
  /** Calls that received a response. */
  readonly calls: number
  /** Responses by documented status, `4XX` and `default` among them. */
  readonly responses: Readonly<Record<string, number>>
  /** What was not: `property 200 application/json /id`, at most 100; empty when the operation was never called. */
  readonly unseen: readonly string[]
}

/** What was seen of what the description documents. */
export interface Coverage extends Readonly<Record<Exclude<CoverageKind, 'statuses'>, Share>> {
  /** Called: the application itself responded, as the map of checks says. An operation that only failed was not reached. */
  readonly operations: { readonly called: number; readonly total: number }
  readonly statuses: { readonly seen: number; readonly documented: number }
  readonly byOperation: readonly OperationCoverage[]
  /** Least shares in 0…1 that are asked for; a run below one fails. */
  readonly minimum?: CoverageMinimum
}

/** Least shares in 0…1 by what they are counted of. */
export type CoverageMinimum = Readonly<Partial<Record<CoverageKind | 'operations', number>>>

/** A reason why operations were not checked, or not all of them, and what would change that. */
export interface CoverageGap {
  /** `3 operations were not reached: no tenant is known`. */
  readonly what: string
  /** How many operations it concerns. */
  readonly operations: number
  /** What to write into the config of the API, into a suite, or on the command line. */
  readonly fix: string
  /** What runs change on the target once that is done. */
  readonly changes?: string
  /** The rows of what was not checked that it sums up. */
  readonly kind?: Exclude<NotChecked['kind'], undefined>
}
