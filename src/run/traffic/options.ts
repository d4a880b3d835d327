import type { Baseline } from '../../baseline/match.ts'
import type { Samples } from '../../drift/redaction/redact.ts'
import type { ConsumerUse } from '../../model/report/consumer.ts'
import type { CoverageMinimum, Report } from '../../model/report.ts'
import type { ClientSelection } from '../../traffic/checking/clients.ts'
import type { Alias } from '../../traffic/matching/locate.ts'
import type { RuleSettings } from '../../util/rule-settings.ts'
import type { EarlyThread } from './early-threads.ts'

/** Which part of the recorded traffic is checked, and how it is read. All of it decides the result. */
export interface TrafficSelection {
  readonly aliases?: readonly Alias[]
  /** Only requests below one of these are checked. */
  readonly baseUrls?: readonly string[]
  /** Milliseconds since the epoch. */
  readonly since?: number
  readonly until?: number
  /** Share of the records in 0…1, chosen by their content. */
  readonly sample?: number
  /** Names of properties and headers to redact in addition. */
  readonly redact?: readonly string[]
  /** Check id → severity, or severities for some locations. */
  readonly rules?: RuleSettings
  readonly responseTimeMs?: number
  /** Whether values are shown. Default: shown, but for personal data. */
  readonly samples?: Samples
  /** What calls are counted by. */
  readonly client?: ClientSelection
}

/** Of some options, those that decide the result: plain data, for a thread or a file. */
export function selected(options: TrafficSelection): TrafficSelection {
  const { aliases, baseUrls, since, until, sample, redact, rules, responseTimeMs, samples, client } = options
  const selection = { aliases, baseUrls, since, until, sample, redact, rules, responseTimeMs, samples, client }
  // JSON leaves out what is undefined.
  return JSON.parse(JSON.stringify(selection))
}

/** What traffic is held to, and how its report is made. */
export interface ReportOptions {
  readonly cwd: string
  readonly specsDir: string
  readonly api: string
  /** Any address that `loadDocument` reads. */
  readonly description: string
  /** No more findings than these are reported, the severest first. */
  readonly most?: number
  readonly policy: string
  readonly failOn: Report['failOn']
  readonly baseline: Baseline
  readonly minimum?: CoverageMinimum
  /** Who uses what of the API. */
  readonly consumers?: readonly ConsumerUse[]
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}

/** What to check against which description. */
export interface CheckOptions extends TrafficSelection, ReportOptions {
  /** Paths, folders, globs, or `-`. */
  readonly recordings: readonly string[]
  readonly stdin: AsyncIterable<Uint8Array | string>
  /** Default: recognised by the beginning of each recording. */
  readonly format?: string
  /** Threads that check. Default: one for recordings below 64 MB, and as many as there are processors, up to 4, above. */
  readonly jobs?: number
  /** Threads that were started ahead. */
  readonly threads?: readonly EarlyThread[]
  /** Hears how much was read. */
  readonly progress?: TrafficProgress
}

/** Hears how far a run is. */
export interface TrafficProgress {
  /** Bytes of all recordings as stored; unknown for a stream. */
  total(bytes: number | undefined): void
  /** So many bytes as stored, and records, were read by now. */
  read(bytes: number, records: number): void
}
