/** What a terminal can show; nothing of it is known where a text is written to a file. */
export interface TerminalView {
  readonly colour: boolean
  /** Columns of the terminal: lines are fitted to them; absent where none is known, and lines are as long as they are. */
  readonly columns?: number
  /** Rows of the terminal. */
  readonly rows?: number
  /** URL of the working directory, with a slash at its end: source positions are links (OSC 8); absent where there are none. */
  readonly links?: string
}

/** Which findings of a report are shown, and how many others there are: the verdict and the exit code are of all. */
export interface ReportFilter {
  readonly minSeverity?: 'error' | 'warning' | 'info'
  /** Ids of rules and checks, or fingerprints. */
  readonly only?: readonly string[]
  readonly exclude?: readonly string[]
  /** Globs over operation keys, or over paths. */
  readonly operations?: readonly string[]
  /** Findings that are left out. */
  readonly left: Readonly<Record<'error' | 'warning' | 'info' | 'accepted' | 'failing', number>>
  /** Operations with an error or a warning that is left out. */
  readonly drifted: readonly string[]
}
