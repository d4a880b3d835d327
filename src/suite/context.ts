/** A credential by the operations it is for. Held in memory only. */
export interface Credential {
  /** Its name in curl lines: `curl … "Authorization: Bearer $LENDING_MAIN_TOKEN"`. */
  readonly name: string
  /** Operations whose path starts with it get this credential; the longest prefix wins. */
  readonly prefix: string
  readonly token: string
}

/** What a suite calls, and how. */
export interface Target {
  readonly baseUrl: string
  /** What reports call it: `sandbox`, or the base URL without credentials. */
  readonly label: string
  /** Calls that change state are allowed. */
  readonly writable: boolean
  readonly timeoutMs?: number
  readonly credentials: readonly Credential[]
}

/** Everything a suite file needs to know about the run it is part of. */
export interface SuiteContext {
  readonly api: string
  /** Folder that addresses and files are relative to. */
  readonly cwd: string
  readonly specsDir: string
  /** `lending@b07`, or any other address `loadDocument` reads. */
  readonly description: string
  readonly target: Target
  /** Names of properties and headers to redact, besides the usual ones. */
  readonly redact: readonly string[]
}
