import type { Finding } from '../../model/finding.ts'
import type { ShownExchange } from '../../model/live/exchange.ts'
import type { Statistics } from '../../model/live/statistics.ts'
import type { NotChecked, Outcome } from '../../model/observation.ts'

/** How many records and exchanges came to what. */
export interface TrafficCounts {
  /** Read, the broken ones too. */
  readonly records: number
  /** Records that are none: each costs itself. */
  readonly broken: number
  /** Exchanges of all other records. */
  readonly exchanges: number
  /** Left out by `--sample`. */
  readonly sampledOut: number
  /** Before `--since` or after `--until`. */
  readonly outside: number
  /** Without a time, where one was asked for. */
  readonly undated: number
  /** To another API, by `--base-url`. */
  readonly elsewhere: number
  /** No operation of the description matches. */
  readonly unmatched: number
  /** Of an operation, without a response. */
  readonly noResponse: number
  /** Of an operation, and checked. */
  readonly checked: number
  /** Of these, responses with a documented body: recorded, and not recorded. */
  readonly bodies: number
  readonly withoutBody: number
  /** Of those without a body, lines of logs, which never have one. */
  readonly logged: number
}

/** What was seen of one operation. */
export interface OperationTraffic {
  readonly calls: number
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>
  /** By status. */
  readonly statuses: Readonly<Record<string, number>>
  /** What could be checked of it, as `Subject.recorded` has it. Sorted. */
  readonly recorded: readonly string[]
}

/** Requests of one guessed template that no operation matches. */
export interface UnmatchedRequests {
  readonly host: string
  readonly method: string
  readonly template: string
  /** The template is one of the description, which does not have the method there. */
  readonly isKnown?: true
  readonly count: number
  /** By status; `none` for no response. */
  readonly statuses: Readonly<Record<string, number>>
  /** A line that repeats one of them, redacted: the one of the smallest hash, whatever came first. */
  readonly sample: {
    readonly hash: string
    readonly curl: string
    /** Id of what it was seen in. */
    readonly exchange?: string
  }
}

/** An exchange that a finding is shown with. */
export interface KeptExchange {
  readonly exchange: ShownExchange
  readonly milliseconds: number
}

/** Calls of one operation by client. */
export interface ClientCounts {
  /** Exchanges that do not say who sent them. */
  readonly unnamed: number
  /** By the keyed hash of the client; of too many those of the smallest hashes. */
  readonly calls: Readonly<Record<string, number>>
}

/** Calls by client, and what distinguishes them: `header x-client-id`. */
export interface ClientsOf {
  readonly by: string
  readonly operations: Readonly<Record<string, ClientCounts>>
}

/** What a slice of traffic showed, mergeable: everything in it is a sum, a union, or the smallest of what there was. */
export interface TrafficResult {
  readonly counts: TrafficCounts
  /** Why records are broken: how often. */
  readonly broken: Readonly<Record<string, number>>
  readonly operations: Readonly<Record<string, OperationTraffic>>
  readonly findings: readonly Finding[]
  /** By id, those that findings and unmatched requests refer to. */
  readonly exchanges: Readonly<Record<string, KeptExchange>>
  readonly unmatched: readonly UnmatchedRequests[]
  /** Requests by host, those that an operation matches. */
  readonly hosts: Readonly<Record<string, number>>
  readonly notChecked: readonly NotChecked[]
  readonly statistics: Statistics
  /** By client, where `--client` says how they are distinguished. */
  readonly clients?: ClientsOf
  /** Times of the first and the last exchange that has one, milliseconds since the epoch. */
  readonly period?: { readonly from: number; readonly to: number }
}
