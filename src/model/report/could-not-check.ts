/** An earlier run that checked something: what is known of it, and where its report is kept. */
export interface LastGood {
  /** ISO 8601 UTC. */
  readonly startedAt?: string
  /** Relative to the folder of the report; absent when only the history has it. */
  readonly page?: string
}

/** Why a run has no verdict, or only of a part. */
export interface CouldNotCheck {
  /** Code of the error. */
  readonly code: string
  readonly message: string
  readonly hint: string
  readonly lastGood?: LastGood
}

/** How many responses a live run got, and how many of them say nothing of the contract. */
export interface ResponseCounts {
  readonly total: number
  /** 404, documented, for an id that is not known to exist: they are not counted. */
  readonly neutral: number
  /** By status: 401, 403 and 404 that were not asked for. */
  readonly blind: Readonly<Record<string, number>>
  /** The operation after whose call credentials were refused that had been taken before. */
  readonly after?: string
  /** The status that refused every call with a credential, by the variables that hold it. */
  readonly refused?: Readonly<Record<string, number>>
}
