import type { ApiConfig } from '../../config/schema.ts'
import type { Credential } from '../../drift/auth/credential.ts'
import type { Connection } from '../../drift/transport/connection.ts'
import type { RuleSettings } from '../../util/rule-settings.ts'

export interface Target extends Connection {
  readonly baseUrl: string
  /** Path to append to a base URL without a path. Default: the path of the description's servers. */
  readonly basePath?: string
  /** Name in reports: `sandbox`, or the base URL without credentials. */
  readonly label: string
  /** Allow calls that change state. */
  readonly writable: boolean
  /** The config sets `writable: false`, so errors must not suggest to change it. */
  readonly isNeverWritable?: true
  readonly credentials: readonly Credential[]
  /** Secrets from the environment, redacted everywhere in addition to the credentials. */
  readonly secrets?: readonly string[]
  /** Control endpoint of the sandbox for its clock and its reset before each suite file. Absent for other targets. */
  readonly controlUrl?: string
}

/** The config of an API without its functions, which can't be sent to a thread. */
type ApiSettings = Omit<ApiConfig, 'auth' | 'target'>

export function settingsOf({ auth: _auth, target: _target, ...settings }: ApiConfig): ApiSettings {
  return settings
}

export interface SuiteContext extends ApiSettings {
  readonly api: string
  /** The config file, for advice in its language. */
  readonly configFile?: string
  /** Base folder for relative addresses and files. */
  readonly cwd: string
  readonly specsDir: string
  /** Address of the description, as accepted by `loadDocument`: `lending@b07`. */
  readonly description: string
  readonly target: Target
  /** Check id → severity, or severities for some locations. */
  readonly rules?: RuleSettings
  /** Send every exchange to the suite runner as a HAR entry. */
  readonly har?: true
}
