import type { Dialect } from './dialect.ts'
import type { Json, JsonObject, Pointer } from './json.ts'

/** A position in a file as an editor shows it: line and column count from 1. */
export interface SourcePosition {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** A node of a description with its actual pointer: after `$ref`s, that of the target. */
export interface Located<T extends Json = Json> {
  readonly node: T
  readonly pointer: Pointer
}

/** Something wrong with a description that does not stop the run: reported once, never ignored silently. */
export interface Flaw {
  readonly pointer: Pointer
  readonly message: string
}

/** A parsed description of any dialect. Nothing is dereferenced; `$ref`s resolve on demand. */
export interface Document {
  /** What the user called it: a path, a URL, `git:…` or `lending@b07`. */
  readonly name: string
  /** The file as findings print it, relative to the working directory where there is one. */
  readonly file: string
  readonly dialect: Dialect
  /** `info.title` and `info.version`, `''` when missing. */
  readonly title: string
  readonly version: string
  /** Hex sha256 of the bytes read. */
  readonly sha256: string
  readonly root: JsonObject
  readonly flaws: readonly Flaw[]
  /**
   * Follows a `$ref` (and a chain of them) to its target. Undefined when it dangles, loops onto itself
   * without ever reaching a node, or was refused as leaving the description.
   */
  resolve(ref: string): Located | undefined
  /** The node at a pointer, without following `$ref`s. */
  at(pointer: Pointer): Json | undefined
  /** Line and column of a pointer, or of its nearest existing ancestor. Parses positions on first use. */
  locate(pointer: Pointer): SourcePosition
  /** This description with another root, to ask what a single edit does. Positions stay those of the file. */
  edited(root: JsonObject): Document
}
