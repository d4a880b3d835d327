import type { Finding } from '../../model/finding.ts'
import type { ShownExchange } from '../../model/live/exchange.ts'
import type { Statistics } from '../../model/live/statistics.ts'
import type { NotChecked, Outcome } from '../../model/observation.ts'

/** Numbers of records and exchanges by outcome. */
export interface TrafficCounts {
  /** Records read, including broken ones. */
  readonly records: number
  /** Records that could not be parsed. */
  readonly broken: number
  /** Exchanges in all other records. */
  readonly exchanges: number
  /** Skipped by `--sample`. */
  readonly sampledOut: number
  /** Before `--since` or after `--until`. */
  readonly outside: number
  /** Without a time although `--since` or `--until` was given. */
  readonly undated: number
  /** Requests to other APIs according to `--base-url`. */
  readonly elsewhere: number
  /** Requests that no operation matches. */
  readonly unmatched: number
  readonly noResponse: number
  readonly checked: number
  /** Checked responses with a documented body: those with a recorded body, and those without. */
  readonly bodies: number
  readonly withoutBody: number
  /** The subset of `withoutBody` from access logs, which never contain bodies. */
  readonly logged: number
}

/** Traffic of one operation. */
export interface OperationTraffic {
  readonly calls: number
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>
  readonly statuses: Readonly<Record<string, number>>
  /** Sorted names of the parts that could be checked, as in `Subject.recorded`. */
  readonly recorded: readonly string[]
}

/** Unmatched requests with the same guessed template. */
export interface UnmatchedRequests {
  readonly host: string
  readonly method: string
  readonly template: string
  /** Whether the template is a path of the description, without this method. */
  readonly isKnown?: true
  readonly count: number
  /** Counts by status; `none` without a response. */
  readonly statuses: Readonly<Record<string, number>>
  /** A redacted command that repeats one of the requests. Chosen by the smallest hash, independent of the order. */
  readonly sample: {
    readonly hash: string
    readonly curl: string
    /** Id of the exchange. */
    readonly exchange?: string
  }
}

/** An exchange shown with a finding. */
export interface KeptExchange {
  readonly exchange: ShownExchange
  readonly milliseconds: number
}

/** Calls of one operation by client. */
export interface ClientCounts {
  /** Exchanges without a client name. */
  readonly unnamed: number
  /** Counts by keyed hash of the client. Beyond the limit, contains only the smallest hashes. */
  readonly calls: Readonly<Record<string, number>>
}

/** Calls by client. `by` is the part that identifies clients: `header x-client-id`. */
export interface ClientsOf {
  readonly by: string
  readonly operations: Readonly<Record<string, ClientCounts>>
}

/** Mergeable result of one slice of traffic: every member is a sum, a union or a minimum. */
export interface TrafficResult {
  readonly counts: TrafficCounts
  /** Numbers of broken records by reason. */
  readonly broken: Readonly<Record<string, number>>
  readonly operations: Readonly<Record<string, OperationTraffic>>
  readonly findings: readonly Finding[]
  /** The exchanges that findings and unmatched requests refer to, by id. */
  readonly exchanges: Readonly<Record<string, KeptExchange>>
  readonly unmatched: readonly UnmatchedRequests[]
  /** Numbers of matched requests by host. */
  readonly hosts: Readonly<Record<string, number>>
  readonly notChecked: readonly NotChecked[]
  readonly statistics: Statistics
  /** Present if `--client` is given. */
  readonly clients?: ClientsOf
  /** Times of the first and last exchange, in milliseconds since the epoch. */
  readonly period?: { readonly from: number; readonly to: number }
}
