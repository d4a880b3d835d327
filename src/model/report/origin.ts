/** Part of the suites that a run executed, for example 1 of 4. */
export interface Shard {
  readonly index: number
  readonly count: number
}

/** Environment of a run. */
export interface Origin {
  /** Commit hash of the repository with descriptions and suites, in hexadecimal. */
  readonly commit?: string
  readonly commitUrl?: string
  /** `https://github.com/owner/name`. Used for links to issues and files. */
  readonly repositoryUrl?: string
  /** Name of the run in CI, and (below) its address. */
  readonly run?: string
  readonly runUrl?: string
  readonly release?: string
}

/** Lines of a description as written. */
export interface Excerpt {
  readonly file: string
  /** One-based number of the first line. */
  readonly line: number
  /** Each truncated to 400 characters. */
  readonly lines: readonly string[]
}
