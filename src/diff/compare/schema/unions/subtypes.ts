import { type Subtype, subtypesBelow } from '../../../../schema/discriminator/subtypes.ts'
import { type Tagging, taggingOf } from '../../../../schema/discriminator/tags.ts'
import type { Conjunction, NormalSchema } from '../../../../schema/normal-form/normal.ts'
import { canonical } from '../../../../util/json.ts'
import { keyOf, pairUp } from '../../pair-up.ts'
import type { SchemaPair } from '../unit.ts'
import { componentName } from './branches.ts'

/** Compares subtypes through `allOf` that a discriminator doesn't list. An unknown tag is invalid (OpenAPI 3.1 §4.8.25). */
export function compareSubtypes(pair: SchemaPair): void {
  const { base, revision, before, after, emit } = pair
  const [was, is] = [subtypesBelow(base.document, before.parts), subtypesBelow(revision.document, after.parts)]
  if (was.length + is.length === 0) return
  const [tagging, taggingNow] = [taggingOf(base, before), taggingOf(revision, after)]
  const { pairs, removed, added } = pairUp(
    was,
    is,
    keyOf(({ name }) => name),
    { before: tagIn(tagging), after: tagIn(taggingNow) },
    keyOf(({ node }) => canonical(node)),
  )
  for (const [one, other] of pairs) pair.child({ kind: 'variant', before: [one], after: [other] }, [one], [other])
  // An added or removed discriminator is reported itself.
  if (tagging === undefined || taggingNow === undefined) return
  // A subtype can become a branch and vice versa.
  for (const one of removed) {
    const { name, pointer } = one
    const twin = branchNamed(after, name)
    const spot = { base: pointer, revision: after.pointer, location: before.pointer }
    if (twin !== undefined) pair.child({ kind: 'variant', before: [one], after: twin }, [one], twin)
    else emit('schema.variant', { keyword: 'discriminator', name }, undefined, 'narrowed', spot)
  }
  for (const one of added) {
    const { name, pointer } = one
    const twin = branchNamed(before, name)
    const spot = { base: before.pointer, revision: pointer, location: after.pointer }
    if (twin !== undefined) pair.child({ kind: 'variant', before: twin, after: [one] }, twin, [one])
    else emit('schema.variant', undefined, { keyword: 'discriminator', name }, 'widened', spot)
  }
}

function branchNamed({ groups }: NormalSchema, name: string): Conjunction | undefined {
  return groups.flatMap(({ branches }) => branches).find((branch) => componentName(branch) === name)
}

/** Returns the tag of a subtype: a mapping key or its listed value. */
function tagIn(tagging: Tagging | undefined): (subtype: Subtype) => string | undefined {
  return ({ pointer }) => {
    const schema = tagging?.schemas.find((one) => one.pointer === pointer)
    return schema?.keys[0] ?? (schema?.listed[0] === undefined ? undefined : canonical(schema.listed[0]))
  }
}
