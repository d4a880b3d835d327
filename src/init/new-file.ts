/** A file to create. `path` is relative to the project, `what` describes its purpose. */
export interface NewFile {
  readonly path: string
  readonly text: string
  readonly what: string
  /** Text printed in a dry run instead of the whole file, which may contain secrets. */
  readonly added?: string
}
