import type { Samples } from '../../drift/redaction/redact.ts'
import type { Baseline } from '../../history/baseline/match.ts'
import type { ConsumerUse } from '../../model/report/consumer.ts'
import type { CoverageMinimum, Report } from '../../model/report.ts'
import type { ClientSelection } from '../../traffic/checking/clients.ts'
import type { Alias } from '../../traffic/matching/locate.ts'
import type { RuleSettings } from '../../util/rule-settings.ts'
import type { EarlyThread } from './early-threads.ts'

/** Options that select and interpret recorded traffic. All affect the result. */
export interface TrafficSelection {
  readonly aliases?: readonly Alias[]
  /** Check only requests below one of these. */
  readonly baseUrls?: readonly string[]
  /** Milliseconds since the epoch. */
  readonly since?: number
  readonly until?: number
  /** Share of the records between 0 and 1, selected by content. */
  readonly sample?: number
  /** Additional names of properties and headers to redact. */
  readonly redact?: readonly string[]
  /** Check id → severity, or severities for some locations. */
  readonly rules?: RuleSettings
  readonly responseTimeMs?: number
  /** Whether values are shown. Default: shown, except personal data. */
  readonly samples?: Samples
  /** Identity by which calls are counted. */
  readonly client?: ClientSelection
}

/** Returns only the options that affect the result, as plain data for a thread or file. */
export function selected(options: TrafficSelection): TrafficSelection {
  const { aliases, baseUrls, since, until, sample, redact, rules, responseTimeMs, samples, client } = options
  const selection = { aliases, baseUrls, since, until, sample, redact, rules, responseTimeMs, samples, client }
  // JSON drops undefined members.
  return JSON.parse(JSON.stringify(selection))
}

export interface ReportOptions {
  readonly cwd: string
  readonly specsDir: string
  readonly api: string
  /** Any address accepted by `loadDocument`. */
  readonly description: string
  /** Maximum number of reported findings, most severe first. */
  readonly most?: number
  readonly policy: string
  readonly failOn: Report['failOn']
  readonly baseline: Baseline
  readonly minimum?: CoverageMinimum
  readonly consumers?: readonly ConsumerUse[]
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}

export interface CheckOptions extends TrafficSelection, ReportOptions {
  /** Paths, folders, globs, or `-`. */
  readonly recordings: readonly string[]
  readonly stdin: AsyncIterable<Uint8Array | string>
  /** Default: detected from the start of each recording. */
  readonly format?: string
  /** Number of threads. Default: one below 64 MB, otherwise one per processor, up to 4. */
  readonly jobs?: number
  /** Threads started early. */
  readonly threads?: readonly EarlyThread[]
  /** Receives the progress of reading. */
  readonly progress?: TrafficProgress
}

export interface TrafficProgress {
  /** Sets the stored bytes of all recordings; unknown for a stream. */
  total(bytes: number | undefined): void
  /** Sets the stored bytes and records read so far. */
  read(bytes: number, records: number): void
}
