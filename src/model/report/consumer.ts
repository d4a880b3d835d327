import type { OperationKey } from '../operation.ts'

/** How it is known what a consumer uses. */
export interface UseSource {
  /** `traffic`: recorded exchanges. `reads`: what its code read in tests (`observeReads`). `pact`: a Pact file. `hand`: written by hand. */
  readonly kind: 'traffic' | 'reads' | 'pact' | 'hand'
  /** ISO 8601 days of the first and the last exchange, where they are known. */
  readonly from?: string
  readonly to?: string
  readonly exchanges?: number
}

/** How often something was seen, and on which ISO 8601 days first and last. */
export interface Seen {
  readonly calls: number
  readonly first?: string
  readonly last?: string
}

/** What a consumer uses of one operation. */
export interface OperationUse {
  /** Exchanges seen; absent where nobody counted. */
  readonly calls?: number
  /** ISO 8601 day of the first and the last one. */
  readonly first?: string
  readonly last?: string
  /**
   * What its requests carry, sorted: `query page`, `header X-Tenant`, `type application/json`, `body`, `body /items/0` with indexes
   * as `*`. A documented value of an enum follows what has it: `query sort=asc`, `body /kind=A`.
   */
  readonly sends?: readonly string[]
  /** What some of the recordings lack of its requests: whether it sends more of it than `sends` says is not known. Sorted. */
  readonly unseen?: readonly ('body' | 'header' | 'query')[]
  /**
   * What responses held, by documented status: pointers in the body with array indexes and keys of maps as `*`; `/kind=A`; `type application/json`;
   * `header ETag`. `headers` where the recording has the headers of responses: one that is missing was not sent then. Sorted.
   */
  readonly given?: Readonly<Record<string, readonly string[]>>
  /** The same of what its code really reads: where it is there, `given` does not count. */
  readonly reads?: Readonly<Record<string, readonly string[]>>
  /** How often each of them was seen: `query page`, `200 /items`. */
  readonly seen?: Readonly<Record<string, Seen>>
}

/** What one consumer uses of an API: the content of `uses/<consumer>.json`. */
export interface ConsumerUse {
  readonly v: 1
  readonly consumer: string
  /** The API it uses; absent: any. */
  readonly api?: string
  readonly sources: readonly UseSource[]
  /** Fingerprints of the recordings and Pact files that were added, so that each is added once. */
  readonly added?: readonly string[]
  readonly operations: Readonly<Record<OperationKey, OperationUse>>
}

/**
 * How a change hits a consumer. `reads`: its code reads the changed part. `is given`: responses have the part; nobody knows whether the code reads it.
 * `sends`: its requests have the part. `calls`: the change concerns the whole operation. `may use`: it calls the operation, and the recordings don't show
 * whether it uses the part.
 */
export type UseKind = 'reads' | 'is given' | 'sends' | 'calls' | 'may use'

/** A consumer that a finding hits. */
export interface ConsumerHit {
  readonly consumer: string
  readonly kind: UseKind
  readonly operation: OperationKey
  /** What of it: `/status`, `query page`; absent where the operation as a whole is concerned. */
  readonly what?: string
  /** ISO 8601 day of the last exchange that shows it. */
  readonly last?: string
}

/** A consumer whose uses were asked for. */
export interface ConsumerInput {
  readonly consumer: string
  readonly sources: readonly UseSource[]
  /** Operations it uses. */
  readonly operations: number
}
