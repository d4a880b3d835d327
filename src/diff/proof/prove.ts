import type { Change, SchemaStep, Trail, Use } from '../../model/change.ts'
import type { Located } from '../../model/document.ts'
import type { Witness } from '../../model/finding.ts'
import type { Json } from '../../model/json.ts'
import type { CompiledSchema, SchemaCompiler } from '../../model/observation.ts'
import type { Description } from '../../model/operation.ts'
import { createSchemaCompiler } from '../../schema/compile.ts'
import type { Conjunction, SchemaReader } from '../../schema/normal.ts'
import { createSchemaReader } from '../../schema/normalize.ts'
import { sample } from '../../schema/sample.ts'
import { isObject } from '../../util/json.ts'
import { candidatesFor } from './candidates.ts'

/** Looks for a message that one version allows and the other refuses. */
export type Prover = (change: Change, use: Use) => Witness

type Way = 'request' | 'response'

interface Side {
  readonly reader: SchemaReader
  readonly compiler: SchemaCompiler
}

/**
 * Builds whole messages around the changed place and lets ajv judge them under both versions. A request that
 * breaks was valid in the base and is refused now; a response that breaks is valid now and was not before.
 */
export function createProver(base: Description, revision: Description): Prover {
  const side = ({ document }: Description): Side => ({
    reader: createSchemaReader(document),
    compiler: createSchemaCompiler(document),
  })
  const sides = { base: side(base), revision: side(revision) }
  return (change, use) => {
    const place = { operation: use.operation, part: use.part }
    const unproven = (reason: string): Witness => ({ ...place, proven: false, reason })
    const { trail, direction, polarity } = use
    if (trail === undefined || direction === 'none') return unproven('no schema leads there')
    if (polarity !== undefined) return unproven(`it stands under a keyword that leaves it ${polarity}`)
    const [valid, invalid] = direction === 'request' ? (['base', 'revision'] as const) : (['revision', 'base'] as const)
    const [accepting, refusing] = [trail[valid], trail[invalid]]
    if (accepting === undefined || refusing === undefined) return unproven('one version has no schema there')
    const accept = sides[valid].compiler.compile(accepting, direction)
    const refuse = sides[invalid].compiler.compile(refusing, direction)
    for (const body of messages(change, trail, valid, sides[valid].reader, direction)) {
      if (!isProof(accept, refuse, body)) continue
      return { ...place, body, validUnder: valid, invalidUnder: invalid, proven: true }
    }
    return unproven('none of the messages tried is valid in one version and invalid in the other')
  }
}

/** ajv's word on both sides; a schema it stumbles over proves nothing. */
function isProof(accept: CompiledSchema, refuse: CompiledSchema, body: Json): boolean {
  try {
    return accept.accepts(body) === true && refuse.accepts(body) === false
  } catch {
    return false
  }
}

/** Messages with a candidate value at the changed place. */
function* messages(
  change: Change,
  trail: Trail,
  valid: 'base' | 'revision',
  reader: SchemaReader,
  way: Way,
): Generator<Json> {
  const leaf = valid === 'base' ? trail.before : trail.after
  const normal = reader.normal(leaf)
  const branches = normal.groups.flatMap((group) => group.branches)
  const samples = [
    ...branches.toReversed().flatMap((branch) => samplesOf(reader, branch, way)),
    ...samplesOf(reader, leaf, way),
  ]
  const items = samplesOf(reader, normal.items, way)
  const root = trail[valid]
  if (root === undefined) return
  for (const value of candidatesFor({ change, valid, samples, items })) {
    yield wrap(reader, reader.enter(root), trail.steps, value, valid, way)
  }
}

function samplesOf(reader: SchemaReader, parts: readonly Located[], way: Way): Json[] {
  const schema = wholeOf(parts)
  return [false, true].flatMap((full) => sample(reader.document, schema, { direction: way, full }) ?? [])
}

/** Parts as one schema. */
function wholeOf(parts: readonly Located[]): Located {
  const [first] = parts
  if (first !== undefined && parts.length === 1) return first
  return { node: { allOf: parts.map((part) => part.node) }, pointer: first?.pointer ?? '' }
}

/** Puts a value where the steps lead, inside an otherwise ordinary instance. */
function wrap(
  reader: SchemaReader,
  parts: Conjunction,
  steps: readonly SchemaStep[],
  value: Json,
  valid: 'base' | 'revision',
  way: Way,
): Json {
  const [step, ...rest] = steps
  if (step === undefined) return value
  const normal = reader.normal(parts)
  const within = (child: Conjunction): Json => wrap(reader, child.flatMap(reader.enter), rest, value, valid, way)
  const around = (): Json => samplesOf(reader, parts, way)[0] ?? null
  switch (step.kind) {
    case 'property': {
      const held = around()
      return { ...(isObject(held) ? held : {}), [step.name]: within(normal.properties.get(step.name) ?? []) }
    }
    case 'additional': {
      const held = around()
      return { ...(isObject(held) ? held : {}), undeclared: within(normal.additional) }
    }
    case 'items': {
      const item = within(normal.items)
      const count = Math.max(1, normal.bounds.get('minItems')?.value ?? 1)
      return Array.from({ length: Math.min(count, 1000) }, () => item)
    }
    case 'prefix-item': {
      const held = around()
      const items = Array.isArray(held) ? held : []
      return [...items.slice(0, step.index), within(normal.prefixItems[step.index] ?? normal.items)]
    }
    case 'variant': {
      const branch = valid === 'base' ? step.before : step.after
      const inner = within(branch)
      const held = around()
      return isObject(inner) && isObject(held) && normal.properties.size > 0 ? { ...held, ...inner } : inner
    }
    case 'other':
      return around()
  }
}
