import type { Document, Located } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import type { SchemaCompiler } from '../../model/observation.ts'
import type { Way } from '../../model/operation.ts'
import type { SchemaReader } from '../../schema/normal-form/normal.ts'
import { schemaReaderOf } from '../../schema/normal-form/normalize.ts'
import { sample } from '../../schema/sampling/sample.ts'
import { occasionalCompiler, unionCompiler } from '../../schema/validation/compile.ts'
import type { Effort } from './effort.ts'

/** One version of a description with the tools for proofs. */
export interface Side {
  readonly reader: SchemaReader
  /** `oneOf` as written. */
  readonly compiler: SchemaCompiler
  /** `oneOf` as a union. */
  readonly unions: SchemaCompiler
  /** Returns a minimal and a full instance of a conjunction, if they exist. */
  samplesOf(parts: readonly Located[], way: Way): Iterable<Json>
  /** Returns the minimal instance, or else the full one. */
  sampleOf(parts: readonly Located[], way: Way): Json | undefined
}

/** Creates the side of a document. Searching instances counts towards the budget. */
export function sideOf(document: Document, effort: Effort): Side {
  const reader = schemaReaderOf(document)
  const known = new Map<string, readonly Json[]>()
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

function wholeOf(parts: readonly Located[]): Located {
  const [first] = parts
  if (first !== undefined && parts.length === 1) return first
  const pointer = parts.map((part) => part.pointer).join(' & ')
  return { node: { allOf: parts.map((part) => part.node) }, pointer }
}
