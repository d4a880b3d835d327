import { dialects } from '../../../model/dialect.ts'
import type { Parameter } from '../../../model/operation.ts'
import { joinPointer } from '../../../util/pointer.ts'
import { listFormOf } from '../../written.ts'
import { type CompareContext, type OperationPair, useOf } from '../context.ts'
import { isRetired, sunsetOf } from '../lifecycle.ts'
import { parameterId, renamedPathParameters } from '../match.ts'
import { pairUp } from '../pair-up.ts'
import { compareTexts, textsNamed } from '../texts.ts'
import { compareContent } from './content.ts'
import { compareSerialization } from './serialization.ts'

const parameterTexts = textsNamed('description', 'example', 'examples')

/** Compares parameters including path-level ones. Matched by location and name; path parameters by position. */
export function compareParameters(context: CompareContext, pair: OperationPair): void {
  const renamed = renamedPathParameters(pair.before, pair.after)
  const { pairs, removed, added } = pairUp(
    pair.before.parameters.filter(counts),
    pair.after.parameters.filter(counts),
    {
      before: (parameter) => parameterId(parameter, renamed),
      after: (parameter) => parameterId(parameter, new Map()),
    },
  )
  for (const [before, after] of pairs) {
    if (isDeclared(before) && isDeclared(after)) {
      // Most are shared components, which each operation would compare.
      if (!isAlike(context, before, after)) compareParameter(context, pair, before, after)
    } else if (isDeclared(before) || isDeclared(after)) emitDeclaration(context, pair, before, after)
  }
  for (const gone of removed.filter(isDeclared)) emitPresence(context, pair, gone, undefined)
  for (const fresh of added.filter(isDeclared)) emitPresence(context, pair, undefined, fresh)
}

/** An undeclared path parameter isn't part of the contract. */
function isDeclared({ undeclared }: Parameter): boolean {
  return undeclared !== true
}

/** Reports a path parameter that was declared or undeclared. Clients had to send it either way. */
function emitDeclaration(
  { collector }: CompareContext,
  pair: OperationPair,
  before: Parameter,
  after: Parameter,
): void {
  const text = (parameter: Parameter) =>
    isDeclared(parameter) ? { [`the declaration of path parameter ${after.name}`]: parameter.node } : undefined
  const site = { base: before.pointer, revision: after.pointer, location: after.pointer }
  const change = { kind: 'documentation', before: text(before), after: text(after), effect: 'none', site } as const
  collector.add(change, [useOf(pair, 'request', `path ${after.name}`)])
}

/** Header parameters that OpenAPI ignores, because other parts define them (OpenAPI 3.1 §4.8.12.2). */
function counts({ in: location, name }: Parameter): boolean {
  return location !== 'header' || !['accept', 'content-type', 'authorization'].includes(name.toLowerCase())
}

/** Swagger 2.0 nodes are converted to a schema, so equal text isn't enough. */
function isAlike({ base, sameText }: CompareContext, before: Parameter, after: Parameter): boolean {
  return !dialects[base.dialect].isSwagger && sameText(before.node, after.node)
}

function emitPresence(
  { collector, today }: CompareContext,
  pair: OperationPair,
  before: Parameter | undefined,
  after: Parameter | undefined,
): void {
  const parameter = after ?? before
  if (parameter === undefined) return
  const effect = after === undefined ? 'none' : after.required ? 'narrowed' : 'none'
  const facts = ({ name, in: location, required, node }: Parameter) => {
    return { name, in: location, required, retired: isRetired(node, today) }
  }
  const base = before?.pointer ?? pair.before.pointer
  const revision = after?.pointer ?? pair.after.pointer
  collector.add(
    {
      kind: 'parameter',
      before: before && facts(before),
      after: after && facts(after),
      effect,
      site: { base, revision, location: parameter.pointer },
    },
    [useOf(pair, 'request', `${parameter.in} ${parameter.name}`)],
  )
}

function compareParameter(context: CompareContext, pair: OperationPair, before: Parameter, after: Parameter): void {
  const { collector, schemas } = context
  const use = useOf(pair, 'request', `${after.in} ${after.name}`)
  const at = (keyword: string) => ({
    base: joinPointer(before.pointer, keyword),
    revision: joinPointer(after.pointer, keyword),
    location: after.pointer,
  })
  if (before.name !== after.name && after.in === 'path') {
    const change = { kind: 'parameter.renamed', before: before.name, after: after.name, effect: 'none' } as const
    collector.add({ ...change, site: at('name') }, [use])
  }
  if (before.required !== after.required) {
    const effect = after.required ? 'narrowed' : 'widened'
    const change = { kind: 'parameter.required', before: before.required, after: after.required, effect } as const
    collector.add({ ...change, site: at('required') }, [use])
  }
  if (before.deprecated !== after.deprecated) {
    const change = { kind: 'deprecation', before: before.deprecated, after: after.deprecated, effect: 'none' } as const
    collector.add({ ...change, site: at('deprecated') }, [use])
  }
  const [sunset, sunsetNow] = [sunsetOf(before.node), sunsetOf(after.node)]
  if (sunset !== sunsetNow) {
    const change = { kind: 'sunset', before: sunset, after: sunsetNow, effect: 'none' } as const
    collector.add({ ...change, site: at('x-sunset') }, [use])
  }
  if (!context.sameText(before.node, after.node)) compareSerialization(context, before, after, use)
  compareTexts(context, { base: before.pointer, revision: after.pointer }, parameterTexts, [use])
  // A change between style and media type is already reported as a serialization change.
  if ((before.content === undefined) !== (after.content === undefined)) return
  if (before.content !== undefined && after.content !== undefined) {
    compareContent(context, before.content, after.content, { ...at('content'), use })
  } else {
    const isSegment = after.in === 'path'
    const forms = { base: listFormOf(before), revision: listFormOf(after), ...(isSegment && { isSegment }) }
    schemas.root(before.schema, after.schema, use, forms)
  }
}
