import type { Change, SchemaStep, Trail, Use } from '../../model/change.ts'
import type { Document, Located } from '../../model/document.ts'
import type { Witness } from '../../model/finding.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import type { CompiledSchema, SchemaCompiler } from '../../model/observation.ts'
import type { Description } from '../../model/operation.ts'
import { createSchemaCompiler } from '../../schema/compile.ts'
import type { Conjunction, SchemaReader } from '../../schema/normal.ts'
import { createSchemaReader } from '../../schema/normalize.ts'
import { sample } from '../../schema/sample.ts'
import { isObject } from '../../util/json.ts'
import { candidatesFor } from './candidates.ts'
import { requestLine } from './request-line.ts'

/** Looks for a message that one version allows and the other refuses. */
export type Prover = (change: Change, use: Use) => Witness

type Way = 'request' | 'response'

interface Side {
  readonly reader: SchemaReader
  readonly compiler: SchemaCompiler
  /** A lean and a full instance of parts that must all hold, where there are any. */
  samplesOf(parts: readonly Located[], way: Way): readonly Json[]
}

/**
 * Builds whole messages around the changed place and lets ajv judge them under both versions. A request that
 * breaks was valid in the base and is refused now; a response that breaks is valid now and was not before.
 */
export function createProver(base: Description, revision: Description): Prover {
  const side = ({ document }: Description): Side => sideOf(document)
  const sides = { base: side(base), revision: side(revision) }
  return (change, use) => {
    const place = { operation: use.operation, part: use.part }
    const unproven = (reason: string): Witness => ({ ...place, proven: false, reason })
    if (isPresence(change)) return provePresence(use, revision)
    const { trail, direction } = use
    if (trail === undefined || direction === 'none') return unproven('no schema leads there')
    const [valid, invalid] = direction === 'request' ? (['base', 'revision'] as const) : (['revision', 'base'] as const)
    const [accepting, refusing] = [trail[valid], trail[invalid]]
    if (accepting === undefined || refusing === undefined) return unproven('one version has no schema there')
    const accept = sides[valid].compiler.compile(accepting, direction)
    const refuse = sides[invalid].compiler.compile(refusing, direction)
    for (const body of messages({ change, trail, valid, side: sides[valid], way: direction }, use)) {
      const forms = trail.isText ? readings(body) : [body]
      if (!isProof(accept, refuse, forms)) continue
      const request = requestLine(revision, use, body)
      return { ...place, body, ...request, validUnder: valid, invalidUnder: invalid, proven: true }
    }
    return unproven('none of the messages tried is valid in one version and invalid in the other')
  }
}

/** ajv's word on both sides; a schema it stumbles over proves nothing. */
function isProof(accept: CompiledSchema, refuse: CompiledSchema, forms: readonly Json[]): boolean {
  try {
    return forms.some((form) => accept.accepts(form) === true) && forms.every((form) => refuse.accepts(form) === false)
  } catch {
    return false
  }
}

/** What the text of a parameter can be read as: `5` is a string and a number. */
function readings(value: Json): Json[] {
  if (Array.isArray(value)) {
    const lists = [value.map(String), value.map((item) => readings(item).at(-1) ?? null)]
    // A list of at most one value is written as that value alone.
    return value.length < 2 ? [...lists, ...readings(value[0] ?? '')] : lists
  }
  if (typeof value === 'object') return [value]
  const text = String(value)
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isNaN(number)) return [text, number]
  return text === 'true' || text === 'false' ? [text, text === 'true'] : [text]
}

/** Whether a change is about a part being there at all. */
function isPresence({ kind }: Change): boolean {
  return /^(parameter|request-body)(\.required)?$/.test(kind)
}

/** What must be sent now and need not have been: the call without it, which takes no validator to judge. */
function provePresence(use: Use, revision: Description): Witness {
  const request = requestLine(revision, { ...use, part: `without ${use.part}` }, undefined)
  const { operation, part } = use
  return { operation, part, ...request, validUnder: 'base', invalidUnder: 'revision', proven: true }
}

/** What messages are built from. */
interface Plan {
  readonly change: Change
  readonly trail: Trail
  /** The version that must accept the message. */
  readonly valid: 'base' | 'revision'
  readonly side: Side
  readonly way: Way
}

/** Messages with a candidate value at the changed place. */
function* messages(plan: Plan, { polarity }: Use): Generator<Json> {
  const { change, trail, valid, way } = plan
  const { reader, samplesOf } = plan.side
  const root = trail[valid]
  if (root === undefined) return
  const leaf = valid === 'base' ? trail.before : trail.after
  const normal = reader.normal(leaf)
  const branches = normal.groups.flatMap((group) => group.branches)
  const samples = [...branches.toReversed().flatMap((branch) => samplesOf(branch, way)), ...samplesOf(leaf, way)]
  const items = samplesOf(normal.items, way)
  const extras = samplesOf(normal.additional, way)
  // Under `not` the value that the other version lists is the one this version lets pass.
  const opposite = valid === 'base' ? 'revision' : 'base'
  const sides = { same: [valid], inverted: [opposite], undecided: [valid, opposite] } as const
  for (const side of sides[polarity ?? 'same']) {
    for (const value of candidatesFor({ change, valid: side, samples, items, extras })) {
      yield wrap(plan, reader.enter(root), trail.steps, value)
    }
  }
}

function sideOf(document: Document): Side {
  const reader = createSchemaReader(document)
  const known = new Map<string, readonly Json[]>()
  return {
    reader,
    compiler: createSchemaCompiler(document),
    samplesOf(parts, way) {
      const key = `${way} ${reader.key(parts)}`
      const samples =
        known.get(key) ??
        [false, true].flatMap((full) => sample(document, wholeOf(parts), { direction: way, full }) ?? [])
      known.set(key, samples)
      return samples
    },
  }
}

/** Parts as one schema. */
function wholeOf(parts: readonly Located[]): Located {
  const [first] = parts
  if (first !== undefined && parts.length === 1) return first
  return { node: { allOf: parts.map((part) => part.node) }, pointer: first?.pointer ?? '' }
}

/** Puts a value where the steps lead, inside an otherwise ordinary instance. */
function wrap(plan: Plan, parts: Conjunction, steps: readonly SchemaStep[], value: Json): Json {
  const [step, ...rest] = steps
  if (step === undefined) return value
  const { valid, way } = plan
  const { reader, samplesOf } = plan.side
  const normal = reader.normal(parts)
  const within = (child: Conjunction): Json => wrap(plan, child.flatMap(reader.enter), rest, value)
  const around = (): Json => samplesOf(parts, way)[0] ?? null
  const beside = (more: JsonObject): JsonObject => {
    const held = around()
    return { ...(isObject(held) ? held : {}), ...more }
  }
  switch (step.kind) {
    case 'property':
      return beside({ [step.name]: within(normal.properties.get(step.name) ?? []) })
    case 'additional':
      return beside({ undeclared: within(normal.additional) })
    case 'items': {
      const item = within(normal.items)
      const count = Math.max(1, normal.bounds.get('minItems')?.value ?? 1)
      return Array.from({ length: Math.min(count, 1000) }, () => item)
    }
    case 'prefix-item': {
      const earlier = normal.prefixItems.slice(0, step.index).map((item) => samplesOf(item, way)[0] ?? null)
      return [...earlier, within(normal.prefixItems[step.index] ?? normal.items)]
    }
    case 'variant': {
      const inner = within(valid === 'base' ? step.before : step.after)
      return isObject(inner) && normal.properties.size > 0 ? beside(inner) : inner
    }
    case 'other': {
      const inner = within(normal.applicators.get(step.keyword)?.parts ?? [])
      if (step.keyword === 'contains') return [inner]
      return step.keyword === 'propertyNames' ? { [String(inner)]: 1 } : inner
    }
  }
}
