import type { OperationKey } from '../operation.ts'

/** Source of knowledge about a consumer's usage. */
export interface UseSource {
  /** `traffic`: recorded exchanges. `reads`: properties read in tests (`observeReads`). `pact`: a Pact file. `hand`: written by hand. */
  readonly kind: 'traffic' | 'reads' | 'pact' | 'hand'
  /** ISO 8601 dates of the first and (below) last exchange, if known. */
  readonly from?: string
  readonly to?: string
  readonly exchanges?: number
}

/** Number of observations, with ISO 8601 dates of the first and last. */
export interface Seen {
  readonly calls: number
  readonly first?: string
  readonly last?: string
}

/** A consumer's usage of one operation. */
export interface OperationUse {
  /** Number of exchanges. Absent if they were not counted. */
  readonly calls?: number
  /** ISO 8601 dates of the first and last exchange. */
  readonly first?: string
  readonly last?: string
  /**
   * Sent parts, sorted: `query page`, `header X-Tenant`, `type application/json`, `body`, `body /items/*` with `*` for indexes. A documented
   * enum value is appended to its part: `query sort=asc`, `body /kind=A`.
   */
  readonly sends?: readonly string[]
  /** Parts of requests that some recordings lack, sorted. `sends` may be incomplete for these parts. */
  readonly unseen?: readonly ('body' | 'header' | 'query')[]
  /**
   * Parts of received responses by documented status, sorted: body pointers with `*` for array indexes and map keys, `/kind=A`,
   * `type application/json`, `header ETag`. `headers` means that response headers were recorded, so a missing one was not sent.
   */
  readonly given?: Readonly<Record<string, readonly string[]>>
  /** Response parts that the consumer's code reads. Takes precedence over `given`. */
  readonly reads?: Readonly<Record<string, readonly string[]>>
  /** Observations per part: `query page`, `200 /items`. */
  readonly seen?: Readonly<Record<string, Seen>>
}

/** A consumer's usage of an API: the content of `uses/<consumer>.json`. */
export interface ConsumerUse {
  readonly v: 1
  readonly consumer: string
  /** API name; absent for any API. */
  readonly api?: string
  readonly sources: readonly UseSource[]
  /** Fingerprints of imported recordings and Pact files, to import each only once. */
  readonly added?: readonly string[]
  readonly operations: Readonly<Record<OperationKey, OperationUse>>
}

/**
 * How a change affects a consumer. `reads`: its code reads the changed part. `is given`: it receives the part, but may not read it. `sends`:
 * its requests contain the part. `calls`: the whole operation changes. `may use`: it calls the operation, but recordings don't show
 * whether it uses the part.
 */
export type UseKind = 'reads' | 'is given' | 'sends' | 'calls' | 'may use'

/** A consumer affected by a finding. */
export interface ConsumerHit {
  readonly consumer: string
  readonly kind: UseKind
  readonly operation: OperationKey
  /** Affected part: `/status`, `query page`. Absent for the whole operation. */
  readonly what?: string
  /** ISO 8601 date of the last exchange that shows the usage. */
  readonly last?: string
}

/** A consumer whose usage was considered. */
export interface ConsumerInput {
  readonly consumer: string
  readonly sources: readonly UseSource[]
  readonly operations: number
}
