import type { Credential } from '../../drift/auth/credential.ts'
import type { ReachSettings } from '../../drift/reach/settings.ts'
import type { Connection } from '../../drift/transport/connection.ts'
import type { RuleSettings } from '../../util/rule-settings.ts'

/** What a suite calls, and how. */
export interface Target extends Connection {
  readonly baseUrl: string
  /** The path below a base URL that has none; default: that of the servers of the description. */
  readonly basePath?: string
  /** What reports call it: `sandbox`, or the base URL without credentials. */
  readonly label: string
  /** Calls that change state are allowed. */
  readonly writable: boolean
  readonly credentials: readonly Credential[]
  /** Secrets of the environment, besides those of the credentials: they are shown nowhere. */
  readonly secrets?: readonly string[]
  /** Where the sandbox's clock is moved, and where it begins anew before every suite file; absent for any other target. */
  readonly controlUrl?: string
}

/** Everything a suite file needs to know about the run it is part of. */
export interface SuiteContext extends ReachSettings {
  readonly api: string
  /** Folder that addresses and files are relative to. */
  readonly cwd: string
  readonly specsDir: string
  /** `lending@b07`, or any other address `loadDocument` reads. */
  readonly description: string
  readonly target: Target
  /** Names of properties and headers to redact, besides the usual ones. */
  readonly redact: readonly string[]
  /** Check id → severity, or severities for some locations. */
  readonly rules?: RuleSettings
  /** Milliseconds a response may take. Default: no limit. */
  readonly responseTimeMs?: number
  /** Every exchange is passed to who runs the suites, as an entry of an HTTP Archive. */
  readonly har?: true
}
