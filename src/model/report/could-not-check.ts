/** The last successful run. */
export interface LastGood {
  /** ISO 8601 UTC. */
  readonly startedAt?: string
  /** Path of its report, relative to the current report. Absent if only the history knows the run. */
  readonly page?: string
}

/** Reason why a run has no verdict, or only a partial one. */
export interface CouldNotCheck {
  readonly code: string
  readonly message: string
  readonly hint: string
  readonly lastGood?: LastGood
}

/** Response counts of a live run, including responses that reveal nothing about the contract. */
export interface ResponseCounts {
  readonly total: number
  /** Documented 404 responses for ids that may not exist. Not counted as blind. */
  readonly neutral: number
  /** Unexpected 401, 403 and 404 responses by status. */
  readonly blind: Readonly<Record<string, number>>
  /** Operation after whose call a previously accepted credential was rejected. */
  readonly after?: string
  /** Status that rejected every call with a credential, by its environment variables. */
  readonly refused?: Readonly<Record<string, number>>
}
