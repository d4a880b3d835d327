import type { CredentialConfig, SourceCredentialConfig } from '../config/schema.ts'
import type { Operation } from '../model/operation.ts'
import type { NewFile } from './new-file.ts'

/** Settings of a new project. */
export interface Setup {
  readonly api: string
  /** Address of the description. */
  readonly source: string
  /** Credentials for fetching the description. */
  readonly sourceAuth?: readonly SourceCredentialConfig[]
  /** What to do when the published description changes. Default: propose it in a pull request. */
  readonly snapshot?: 'propose' | 'auto'
  /** Base URL of the API. Default: an environment variable. */
  readonly baseUrl?: string
  /**
   * The target is the user's test system, where data may be lost. Otherwise `writable: false` is generated, except for this
   * machine.
   */
  readonly isTestTarget?: boolean
  readonly credentials: readonly CredentialConfig[]
  readonly operations: readonly Operation[]
  readonly environment?: NewFile
  /** CI settings. Required for a workflow. */
  readonly ci?: Ci
}

/** How CI starts specdrift. */
export interface Ci {
  /** `npx specdrift`, optionally with a package to fetch. */
  readonly program: string
  readonly installs: boolean
  /** Project folder relative to the repository, with slashes; empty for the root. */
  readonly folder: string
}
