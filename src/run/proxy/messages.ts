import type { TrafficResult } from '../../traffic/partial/result.ts'
import type { PassedExchange } from '../../traffic/proxy/capture.ts'
import type { TrafficSelection } from '../traffic/options.ts'

/** What the checker of a proxy needs to know. Plain data: it goes to a thread. */
export interface CheckerContext {
  readonly cwd: string
  readonly specsDir: string
  /** Any address that `loadDocument` reads. */
  readonly description: string
  /** Where requests go. */
  readonly origin: string
  readonly selection: TrafficSelection
  /** Where exchanges are recorded: a file that ends with `.har`, else NDJSON. */
  readonly record?: string
}

/** A finding that no exchange before showed. */
export interface LiveFinding {
  readonly severity: string
  readonly ruleId: string
  readonly location: string
  readonly message: string
}

/** To the checker. */
export type CheckerRequest = { readonly exchange: PassedExchange; readonly bytes: number } | { readonly end: true }

/** From the checker. */
export type CheckerEvent =
  | { readonly finding: LiveFinding }
  /** So many bytes of exchanges are done. */
  | { readonly done: number }
  | { readonly result: TrafficResult }
  | { readonly error: { readonly code?: string; readonly message: string; readonly hint?: string } }
  | { readonly ready: true }
