import type { LiveSettings } from '../../config/live-options.ts'
import type { ApiConfig, Config } from '../../config/schema.ts'
import type { Baseline } from '../../history/baseline/match.ts'
import type { Document } from '../../model/document.ts'
import type { Statistics } from '../../model/live/statistics.ts'
import type { Log } from '../../model/log.ts'
import type { ConsumerUse } from '../../model/report/consumer.ts'
import type { AdviceSettings } from '../../report/summary/coverage-gaps.ts'
import type { Target } from '../../suite/api/context.ts'
import type { RunStop } from '../../suite/running/stop.ts'
import type { GenerateOptions } from './generated/generate-options.ts'
import type { PreviousRuns } from './previous-runs.ts'
import type { RunProgress } from './progress.ts'

/** Source of the published description, and how a monitor handles changes. */
export interface PublishedSource {
  /** `source` of the config. */
  readonly address: string
  /** `auto`: store changes as a new snapshot. `propose`: only report them. */
  readonly snapshot: 'auto' | 'propose'
  /** Loads it, unless aborted. Returns undefined if the server still has the version with this entity tag. */
  load(etag: string | undefined, signal?: AbortSignal): Promise<Document | undefined>
}

/** Everything a run of `monitor` or `test` needs for one API. */
export interface RunContext {
  readonly kind: 'monitor' | 'test'
  readonly config: Pick<Config, 'policy' | 'rules' | 'failOn' | 'specsDir'>
  /** The API's config, overridden by command-line options. */
  readonly api: ApiConfig & {
    readonly name: string
    readonly suites: string
    readonly configFile: string | undefined
  }
  readonly flags: LiveSettings
  readonly cwd: string
  readonly target: Target
  /** Requests generated after the suites; the first shard sends them. */
  readonly generate?: GenerateOptions
  readonly baseline: Baseline
  /** Statistics of earlier runs, used for hints. */
  readonly earlier: readonly Statistics[]
  readonly consumers: readonly ConsumerUse[]
  readonly advice?: AdviceSettings
  /** Earlier runs; absent if they are neither read nor recorded. */
  readonly previous?: PreviousRuns
  /** The published description; absent if the API has no `source`, or is checked against a snapshot by its id. */
  readonly source?: PublishedSource
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly log: Log
  /** Stops the run. Responses received until then are checked. */
  readonly stop?: RunStop
  readonly progress?: RunProgress
  /** Called when the suites run in their thread, for work to do meanwhile. */
  readonly onCalling?: () => void
  /** Receives each exchange as a HAR entry. */
  readonly onExchange?: (entry: string) => void
}

/** Returns the address of the snapshot to check against. */
export function snapshotOf({ api, flags }: Pick<RunContext, 'api' | 'flags'>): string {
  return `${api.name}@${flags.snapshot ?? 'latest'}`
}
