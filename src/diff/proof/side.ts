import type { Document, Located } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import type { SchemaCompiler } from '../../model/observation.ts'
import type { Way } from '../../model/operation.ts'
import type { SchemaReader } from '../../schema/normal-form/normal.ts'
import { schemaReaderOf } from '../../schema/normal-form/normalize.ts'
import { sample } from '../../schema/sampling/sample.ts'
import { occasionalCompiler, unionCompiler } from '../../schema/validation/compile.ts'
import type { Effort } from './effort.ts'

/** One version of a description, as far as proofs need it. */
export interface Side {
  readonly reader: SchemaReader
  /** As it is written. */
  readonly compiler: SchemaCompiler
  /** With `oneOf` read as a union. */
  readonly unions: SchemaCompiler
  /** A lean and a full instance of parts that must all hold, where there are any. */
  samplesOf(parts: readonly Located[], way: Way): Iterable<Json>
  /** The lean one of them, or the full one where there is no lean one. */
  sampleOf(parts: readonly Located[], way: Way): Json | undefined
}

/** The side of a document. The cost of its instances counts as effort. */
export function sideOf(document: Document, effort: Effort): Side {
  const reader = schemaReaderOf(document)
  const known = new Map<string, readonly Json[]>()
  /** At most one. */
  const find = (parts: readonly Located[], direction: Way, full: boolean): readonly Json[] => {
    const key = `${direction} ${full} ${reader.key(parts)}`
    const found =
      known.get(key) ?? [sample(document, wholeOf(parts), { direction, full, took: effort.take })].filter(isPresent)
    known.set(key, found)
    return found
  }
  return {
    reader,
    compiler: occasionalCompiler(document),
    unions: unionCompiler(document),
    *samplesOf(parts, way) {
      yield* find(parts, way, false)
      yield* find(parts, way, true)
    },
    sampleOf(parts, way) {
      const lean = find(parts, way, false)
      return (lean.length > 0 ? lean : find(parts, way, true))[0]
    },
  }
}

function isPresent(value: Json | undefined): value is Json {
  return value !== undefined
}

/** Parts as one schema. */
function wholeOf(parts: readonly Located[]): Located {
  const [first] = parts
  if (first !== undefined && parts.length === 1) return first
  const pointer = parts.map((part) => part.pointer).join(' & ')
  return { node: { allOf: parts.map((part) => part.node) }, pointer }
}
