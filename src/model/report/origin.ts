/** Which part of the suites a run was: 1 of 4. */
export interface Shard {
  readonly index: number
  readonly count: number
}

/** Where a run took place, as its environment states it. */
export interface Origin {
  /** Of the repository that holds descriptions and suites; hex. */
  readonly commit?: string
  /** Where the commit can be read. */
  readonly commitUrl?: string
  /** `https://github.com/owner/name`: where issues are opened and files are read. */
  readonly repositoryUrl?: string
  /** What the run is called there, and where it can be read. */
  readonly run?: string
  readonly runUrl?: string
  /** The release that is checked. */
  readonly release?: string
}

/** Some lines of a description, as they are written. */
export interface Excerpt {
  readonly file: string
  /** Of its first line, from 1. */
  readonly line: number
  /** Each cut after 400 characters. */
  readonly lines: readonly string[]
}
