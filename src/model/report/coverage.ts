import type { NotChecked } from '../live/not-checked.ts'

export interface Share {
  readonly seen: number
  readonly total: number
}

/** Kinds of coverage besides operations. */
export const coverageKinds = ['parameters', 'statuses', 'contentTypes', 'headers', 'properties', 'values'] as const

export type CoverageKind = (typeof coverageKinds)[number]

/** Coverage of one operation. */
export interface OperationCoverage extends Readonly<Record<CoverageKind, Share>> {
  readonly operation: string
  /** Calls that received a response. */
  readonly calls: number
  /** Responses by documented status, including `4XX` and `default`. */
  readonly responses: Readonly<Record<string, number>>
  /** Uncovered parts: `property 200 application/json /id`, at most 100. Empty if the operation was never called. */
  readonly unseen: readonly string[]
}

/** Coverage of the description. */
export interface Coverage extends Readonly<Record<Exclude<CoverageKind, 'statuses'>, Share>> {
  /** `called`: the application itself responded, as in the check map. An operation that only failed doesn't count. */
  readonly operations: { readonly called: number; readonly total: number }
  readonly statuses: { readonly seen: number; readonly documented: number }
  readonly byOperation: readonly OperationCoverage[]
  /** Required coverage. A run below it fails. */
  readonly minimum?: CoverageMinimum
}

/** Required shares between 0 and 1 by kind. */
export type CoverageMinimum = Readonly<Partial<Record<CoverageKind | 'operations', number>>>

/** Reason why operations were not or not fully checked, with a fix. */
export interface CoverageGap {
  /** `3 operations were not reached: no tenant is known`. */
  readonly what: string
  readonly operations: number
  /** Setting for the API's config, a suite or the command line. */
  readonly fix: string
  /** What runs will change on the target once the fix is applied. */
  readonly changes?: string
  /** Kind of the `notChecked` entries that it summarizes. */
  readonly kind?: Exclude<NotChecked['kind'], undefined>
}
