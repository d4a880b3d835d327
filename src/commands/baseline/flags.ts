import type { ApisFlags } from '../shell/apis.ts'
import type { OutputFlags } from '../shell/options/outputs.ts'

/** Flags of commands that compare the baseline with a report. */
export interface BaselineFlags extends OutputFlags, ApisFlags {
  readonly report?: string
  readonly today?: string
}

export interface AcceptFlags extends Pick<BaselineFlags, 'report'> {
  readonly all?: boolean
  readonly limited?: boolean
  readonly reason: string
  readonly owner: string
  readonly expires?: string
}

export interface PruneFlags extends BaselineFlags {
  readonly expired?: boolean
  readonly dryRun?: boolean
}
