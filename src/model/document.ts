import type { Dialect } from './dialect.ts'
import type { Json, JsonObject, Pointer } from './json.ts'

/** Position in a file, with one-based line and column. */
export interface SourcePosition {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** A node of a description with its pointer. After following a `$ref`, the pointer of the target. */
export interface Located<T extends Json = Json> {
  readonly node: T
  readonly pointer: Pointer
}

/** A non-fatal problem of a description, reported once. */
export interface Flaw {
  readonly pointer: Pointer
  readonly message: string
}

/** A parsed description. `$ref`s are not inlined but resolved on demand. */
export interface Document {
  /** Address given by the user: a path, a URL, `git:…` or `lending@b07`. */
  readonly name: string
  /** File name printed in findings, relative to the working directory if possible. */
  readonly file: string
  readonly dialect: Dialect
  /** `info.title` and (below) `info.version`; empty if missing. */
  readonly title: string
  readonly version: string
  /** SHA-256 of the input bytes, in hexadecimal. */
  readonly sha256: string
  readonly root: JsonObject
  readonly flaws: readonly Flaw[]
  /** Follows a `$ref` to the final target; undefined if it dangles, is circular or leads to a location that may not be loaded. */
  resolve(ref: string): Located | undefined
  /** Returns the node at a pointer without following `$ref`s. */
  at(pointer: Pointer): Json | undefined
  /** Returns the position of a pointer or its nearest existing ancestor. Parses positions on first use. */
  locate(pointer: Pointer): SourcePosition
  /** Returns a copy with some members replaced, for testing the effect of a single edit. Positions are still those of the file. */
  edited(settings: readonly Setting[]): Document
  /** For such a copy: the document it was made from, and the components and path items that differ. */
  readonly original?: {
    readonly document: Document
    readonly parts: ReadonlyMap<Pointer, Json | undefined>
  }
}

/** A member of a document with the new value; `undefined` removes the member. */
export interface Setting {
  readonly pointer: Pointer
  readonly value: Json | undefined
}
