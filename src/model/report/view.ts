/** Capabilities of a terminal. Absent values are unknown, for example when output goes to a file. */
export interface TerminalView {
  readonly colour: boolean
  /** Width for wrapping lines. Absent: no wrapping. */
  readonly columns?: number
  readonly rows?: number
  /** URL of the working directory with a trailing slash. If present, source positions become links (OSC 8). */
  readonly links?: string
}

/** Filter of displayed findings with counts of hidden ones. Verdict and exit code ignore the filter. */
export interface ReportFilter {
  readonly minSeverity?: 'error' | 'warning' | 'info'
  /** Rule or check ids, or fingerprints. */
  readonly only?: readonly string[]
  readonly exclude?: readonly string[]
  /** Globs over operation keys or paths. */
  readonly operations?: readonly string[]
  /** Counts of hidden findings. */
  readonly left: Readonly<Record<'error' | 'warning' | 'info' | 'accepted' | 'failing', number>>
  /** Operations with a hidden error or warning. */
  readonly drifted: readonly string[]
}
