/** A file to write: its path from the project's folder, and what it is for. */
export interface NewFile {
  readonly path: string
  readonly text: string
  readonly what: string
  /** What a dry run prints instead of the text: a file that is there may hold secrets. */
  readonly added?: string
}
