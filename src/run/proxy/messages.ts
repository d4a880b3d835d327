import type { TrafficResult } from '../../traffic/partial/result.ts'
import type { PassedExchange } from '../../traffic/proxy/capture.ts'
import type { TrafficSelection } from '../traffic/options.ts'

/** Settings of a proxy's checker. Plain data, to be sent to a thread. */
export interface CheckerContext {
  readonly cwd: string
  readonly specsDir: string
  /** Any address accepted by `loadDocument`. */
  readonly description: string
  /** Origin that requests are forwarded to. */
  readonly origin: string
  readonly selection: TrafficSelection
  /** Recording file: HAR if it ends with `.har`, otherwise NDJSON. */
  readonly record?: string
}

/** A finding not seen in an earlier exchange. */
export interface LiveFinding {
  readonly severity: string
  readonly ruleId: string
  readonly location: string
  readonly message: string
}

export type CheckerRequest = { readonly exchange: PassedExchange; readonly bytes: number } | { readonly end: true }

export type CheckerEvent =
  | { readonly finding: LiveFinding }
  /** Number of bytes of processed exchanges. */
  | { readonly done: number }
  | { readonly result: TrafficResult }
  | { readonly error: { readonly code?: string; readonly message: string; readonly hint?: string } }
  | { readonly ready: true }
