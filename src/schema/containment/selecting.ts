import type { Json, Pointer } from '../../model/json.ts'
import { ownString } from '../../util/json.ts'
import { parentOf } from '../../util/pointer.ts'
import { alternativesOf } from '../normal-form/alternatives.ts'
import { isExclusive } from '../normal-form/exclusive.ts'
import type { Conjunction, VariantGroup } from '../normal-form/normal.ts'
import { madePart, type Operand, operandOf, type Side } from './operand.ts'

/** What must hold besides a branch of a group where that one is chosen. */
interface Selected {
  /** Its tag: one part, or none. */
  readonly tag: Conjunction
  /** The branches that must not match. */
  readonly nots: readonly Operand[]
}

type Select = ((branch: Conjunction) => Selected) & {
  /** A discriminator, or exactly one branch, rather than any of them. */
  readonly isSelective: boolean
}

/** What selects a branch of a group: the discriminator beside it (OpenAPI 3.1 §4.8.25), or that no other one matches. */
export function selecting(side: Side, group: VariantGroup): Select {
  const { reader } = side
  const tags = tagsOnce(side, group)
  // A tag leaves one branch anyway.
  const isOne = tags === undefined && isExclusive(reader, group)
  const select = (branch: Conjunction): Selected => {
    const key = reader.key(branch)
    const twins = group.branches.filter((other) => reader.key(other) === key)
    // A branch that is listed twice never matches alone.
    const others = isOne ? group.branches.filter((other) => twins.length > 1 || reader.key(other) !== key) : []
    const tag = tags?.(branch)
    return { tag: tag === undefined ? [] : [tag], nots: others.map((parts) => operandOf(side, parts)) }
  }
  return Object.assign(select, { isSelective: isOne || tags !== undefined })
}

type Tags = (branch: Conjunction) => ReturnType<typeof madePart> | undefined

const known = new WeakMap<VariantGroup, Tags | 'none'>()

function tagsOnce(side: Side, group: VariantGroup): Tags | undefined {
  const tags = known.get(group) ?? tagsOf(side, group) ?? 'none'
  known.set(group, tags)
  return tags === 'none' ? undefined : tags
}

/** What the discriminator beside a group requires of the tag of each branch. */
function tagsOf({ reader }: Side, group: VariantGroup): Tags | undefined {
  const owner = parentOf(group.pointer)
  const node = reader.document.at(owner)
  const discriminator =
    ownString(node, 'discriminator') || (node !== undefined && Object.hasOwn(Object(node), 'discriminator'))
  const alternatives =
    node === undefined || !discriminator ? undefined : alternativesOf(reader.document, { node, pointer: owner })
  if (alternatives === undefined) return undefined
  const { property, list } = alternatives
  const byKey = new Map<string, Json[]>()
  const within = new Map<Pointer, string>()
  for (const { choices, tags } of list) {
    for (const entered of choices.map(({ schema }) => reader.enter(schema))) {
      const key = reader.key(entered)
      for (const { pointer } of entered) within.set(pointer, key)
      byKey.set(key, [...new Set([...(byKey.get(key) ?? []), ...tags])])
    }
  }
  // Of a branch from which the parts that all have in common are taken out the rest is inside it.
  const wholeOf = (branch: Conjunction): string | undefined => {
    const keys = new Set(branch.map(({ pointer }) => within.get(pointer.replace(/(?:\/allOf\/\d+)+$/, ''))))
    return keys.size === 1 ? [...keys][0] : undefined
  }
  return (branch) => {
    const tags = byKey.get(reader.key(branch)) ?? byKey.get(wholeOf(branch) ?? '')
    return tags && madePart({ properties: { [property]: { enum: tags } } })
  }
}
