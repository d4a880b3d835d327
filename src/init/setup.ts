import type { CredentialConfig, SourceCredentialConfig } from '../config/schema.ts'
import type { Operation } from '../model/operation.ts'
import type { NewFile } from './new-file.ts'

/** What a project is made from. */
export interface Setup {
  readonly api: string
  /** Where the description is captured from. */
  readonly source: string
  /** What the description is fetched with; default: nothing. */
  readonly sourceAuth?: readonly SourceCredentialConfig[]
  /** What is done when the published description changes; default: it is proposed. */
  readonly snapshot?: 'propose' | 'auto'
  /** Where the API is called; an environment variable says so when it is absent. */
  readonly baseUrl?: string
  readonly credentials: readonly CredentialConfig[]
  readonly operations: readonly Operation[]
  /** The `.env` with the names it lacks. */
  readonly environment?: NewFile
  /** How CI runs it; no workflow is written without. */
  readonly ci?: Ci
}

/** How CI starts the program. */
export interface Ci {
  /** `npx specdrift`, or with the package to fetch. */
  readonly program: string
  /** The project's own packages are installed first. */
  readonly installs: boolean
  /** The project's folder below that of its repository, with slashes; empty where they are the same. */
  readonly folder: string
}
