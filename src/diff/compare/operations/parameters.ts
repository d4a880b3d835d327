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

/** Parameters, path-level ones merged: matched by location and name, path ones by their position in the path. */
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
  for (const [before, after] of pairs) compareParameter(context, pair, before, after)
  for (const gone of removed) emitPresence(context, pair, gone, undefined)
  for (const fresh of added) emitPresence(context, pair, undefined, fresh)
}

/** Headers that other parts of a description define are ignored as parameters (OpenAPI 3.1 §4.8.12.2); what is not declared is no part of a contract. */
function counts({ in: location, name, undeclared }: Parameter): boolean {
  if (undeclared === true) return false
  return location !== 'header' || !['accept', 'content-type', 'authorization'].includes(name.toLowerCase())
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
  // A change between a style and a media type is another serialization, reported above.
  if ((before.content === undefined) !== (after.content === undefined)) return
  if (before.content !== undefined && after.content !== undefined) {
    compareContent(context, before.content, after.content, { ...at('content'), use })
  } else {
    schemas.root(before.schema, after.schema, use, { base: listFormOf(before), revision: listFormOf(after) })
  }
}
