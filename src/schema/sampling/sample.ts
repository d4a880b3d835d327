import type { Document, Located } from '../../model/document.ts'
import type { Json, Pointer } from '../../model/json.ts'
import type { SchemaCompiler } from '../../model/observation.ts'
import type { Way } from '../../model/operation.ts'
import type { Conjunction, SchemaReader } from '../normal-form/normal.ts'
import { schemaReaderOf } from '../normal-form/normalize.ts'
import { occasionalCompiler } from '../validation/compile.ts'
import { Sampler } from './sampler.ts'
import type { Took } from './search.ts'

/** What kind of instance is wanted. */
export interface SampleOptions {
  /** Requests hold no `readOnly` properties, responses no `writeOnly` ones. */
  readonly direction: Way
  /** With the optional properties and one item per list, as far as recursion allows. Default: required ones only. */
  readonly full?: boolean
  /** After so many steps the search is given up. Default: 50,000. */
  readonly steps?: number
  readonly took?: Took
}

/**
 * A small instance of a schema, the same on every call; undefined when none is found. Examples, defaults and enums
 * are preferred for scalars. `not`, `if` and `propertyNames` are ignored, and not every `oneOf` has a value that
 * one branch alone accepts: validate the result where certainty is needed.
 */
export function sample(document: Document, schema: Located, options: SampleOptions): Json | undefined {
  return samplerOf(document, options).sample([schema], [], options.steps, options.took)
}

/** The same of schemas that must all hold. `chosen`: groups of which a branch is among them, so that no other is tried. */
export function sampleAll(
  document: Document,
  parts: Conjunction,
  chosen: readonly Pointer[],
  options: SampleOptions,
): Json | undefined {
  return samplerOf(document, options).sample(parts, chosen, options.steps, options.took)
}

const samplers = new WeakMap<Document, Readonly<Record<SampleOptions['direction'], SamplerPair>>>()

interface SamplerPair {
  readonly lean: Sampler
  readonly full: Sampler
}

function samplerOf(document: Document, { direction, full = false }: SampleOptions): Sampler {
  let known = samplers.get(document)
  if (known === undefined) {
    const reader = schemaReaderOf(document)
    const compiler = occasionalCompiler(document)
    known = { request: pairOf(reader, compiler, 'request'), response: pairOf(reader, compiler, 'response') }
    samplers.set(document, known)
  }
  return known[direction][full ? 'full' : 'lean']
}

function pairOf(reader: SchemaReader, compiler: SchemaCompiler, direction: SampleOptions['direction']): SamplerPair {
  const shared = { reader, compiler, direction, search: { steps: 0, cuts: 0, found: new Map() } }
  const lean: Sampler = new Sampler({ ...shared, full: false, other: () => full })
  const full: Sampler = new Sampler({ ...shared, full: true, other: () => lean })
  return { lean, full }
}
