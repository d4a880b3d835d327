import type { ChangeValues } from '../../../../model/diff/change.ts'
import type { Json } from '../../../../model/json.ts'
import { leavesAlone } from '../../../../schema/containment/leaf.ts'
import type { NormalSchema, SchemaReader } from '../../../../schema/normal-form/normal.ts'
import { isObject } from '../../../../util/json.ts'
import { branchName } from '../unions/branches.ts'
import type { Outcome } from './blame.ts'
import { normalPair } from './marks.ts'
import type { LocalChange } from './pair.ts'

/** A change for what a pair of schemas loses or gains although no edit inside it has an effect of its own. */
export function restOf(
  { base, revision }: { readonly base: SchemaReader; readonly revision: SchemaReader },
  { unit, half, way, value }: Outcome,
): LocalChange {
  const [before, after] = normalPair(base, revision, unit)
  const [was, is] = [before.groups[0], after.groups[0]]
  const site = { base: was?.pointer ?? before.pointer, revision: is?.pointer ?? after.pointer }
  const names = (reader: SchemaReader, group: typeof was) =>
    group && { keyword: group.keyword, value: group.branches.map((branch) => branchName(reader, branch)) }
  const isLeft = leavesAlone(before) || leavesAlone(after)
  return {
    kind: 'schema.keyword',
    before: isLeft ? (half === 'gained' ? unevaluated(before, after, value) : undefined) : names(base, was),
    after: isLeft ? (half === 'lost' ? unevaluated(after, before, value) : undefined) : names(revision, is),
    effect: half === 'lost' ? 'narrowed' : 'widened',
    spot: site,
    site,
    owners: { base: before.pointer, revision: after.pointer },
    unit,
    scope: { request: way === 'request', response: way === 'response' },
    branch: undefined,
    shown: value,
  }
}

/** `unevaluatedProperties` with the property of a value that it applies to. */
function unevaluated(normal: NormalSchema, other: NormalSchema, shown: Json): ChangeValues['schema.keyword'] {
  const { properties, additional, closed } = leavesAlone(normal) ? normal : other
  const name = isObject(shown) ? Object.keys(shown).find((one) => !properties.has(one)) : undefined
  const value = closed ? false : (additional[0]?.node ?? true)
  return { keyword: 'unevaluatedProperties', value, ...(name === undefined ? {} : { property: name }) }
}
