import type { Json } from '../../../../model/json.ts'
import type { Containment } from '../../../../schema/containment/contains.ts'
import { madePart } from '../../../../schema/containment/operand.ts'
import { constraints } from '../../../../schema/normal-form/branches.ts'
import { isExclusive } from '../../../../schema/normal-form/exclusive.ts'
import type { Conjunction, SchemaReader, VariantGroup } from '../../../../schema/normal-form/normal.ts'
import { equalJson, isObject, ownArray } from '../../../../util/json.ts'
import { joinPointer } from '../../../../util/pointer.ts'
import type { SchemaPair } from '../unit.ts'
import { branchName } from './branches.ts'
import { createTwins } from './twins.ts'

const mostPairs = 12

/**
 * What differs only because exactly one branch of a `oneOf` may match (JSON Schema 2020-12 §10.2.1.3). The sets of
 * values are compared as unions; this reports separately what a validator that counts the branches refuses now, or no longer.
 */
export function compareExclusivity(pair: SchemaPair, was: VariantGroup, is: VariantGroup): void {
  const spot = { base: was.pointer, revision: is.pointer }
  const value = ({ keyword, branches }: VariantGroup, reader: SchemaReader) => {
    return { keyword, value: branches.map((branch) => branchName(reader, branch)) }
  }
  if (isExclusive(pair.base, was) || isExclusive(pair.revision, is)) {
    // Here it is the point of the choice, and part of the set.
    if (was.keyword === is.keyword) return
    const effect = was.keyword === 'oneOf' ? 'widened' : 'narrowed'
    pair.emit('schema.keyword', value(was, pair.base), value(is, pair.revision), effect, spot, { branch: {} })
    return
  }
  if (isTagged(pair, was) || isTagged(pair, is)) return
  const names = { base: value(was, pair.base).value, revision: value(is, pair.revision).value }
  const refused = is.keyword === 'oneOf' ? severalIn(pair, 'revision', is, was) : undefined
  if (refused !== undefined)
    pair.emit('schema.exclusivity', undefined, names.revision, 'none', spot, { shown: refused })
  const allowed = was.keyword === 'oneOf' ? severalIn(pair, 'base', was, is) : undefined
  if (allowed !== undefined) pair.emit('schema.exclusivity', names.base, undefined, 'none', spot, { shown: allowed })
}

/** A tag leaves one branch. */
function isTagged({ base, revision }: SchemaPair, group: VariantGroup): boolean {
  const pointer = group.pointer.slice(0, group.pointer.lastIndexOf('/'))
  return [base, revision].some(({ document }) => Object.hasOwn(Object(document.at(pointer) ?? {}), 'discriminator'))
}

/** A value that several branches of one version allow, and the other version lets pass all the same. */
function severalIn(
  pair: SchemaPair,
  version: 'base' | 'revision',
  group: VariantGroup,
  other: VariantGroup,
): Json | undefined {
  const { containment } = pair
  const facing = version === 'base' ? 'revision' : 'base'
  const way = version === 'base' ? 'response' : 'request'
  const [own, whole] =
    version === 'base' ? [pair.before.parts, pair.after.parts] : [pair.after.parts, pair.before.parts]
  const reader = pair[version]
  const isKept = keptIn(group.branches, other)
  const isAlone = isOnly(reader, group, own)
  const isInTwins = createTwins(pair, version, other)
  let left = mostPairs
  for (const [index, one] of group.branches.entries()) {
    for (const [beyond, two] of group.branches.slice(index + 1).entries()) {
      if (left-- <= 0) return undefined
      if (isKept(index) && isKept(index + 1 + beyond)) continue
      if (isAlone && other.keyword === 'oneOf' && isInTwins(one, two)) continue
      const several = [...own, ...one, ...two].flatMap(reader.enter)
      const ask = (more: Conjunction) =>
        isAlone
          ? containment().common(version, [...[...one, ...two].flatMap(reader.enter), ...more], way, [])
          : containment().common(version, [...several, ...more], way, [group.pointer])
      const first = ask([])
      const isNullFirst = first.kind === 'value' && first.value === null && hasNullable(reader)
      const common = isNullFirst ? ask([anyButNull]) : first
      if (common.kind !== 'value') continue
      // First what fails most often: all of it must hold.
      if (other.keyword === 'oneOf' && !isInOne(containment(), facing, other, way, common.value, [one, two])) continue
      const { accepts } = containment()
      if (!accepts(facing, whole, way, common.value) || !accepts(version, several, way, common.value)) continue
      return common.value
    }
  }
  return undefined
}

/** Whether a schema is the choice as it is written and nothing else: what two branches have in common is then in the whole. */
function isOnly(reader: SchemaReader, { pointer, keyword, branches }: VariantGroup, whole: Conjunction): boolean {
  const [part, ...others] = whole
  if (part === undefined || others.length > 0 || part.nullable || pointer !== `${part.pointer}/${keyword}`) return false
  if (!isObject(part.node) || constraints(part.node).join() !== keyword) return false
  const listed = ownArray(part.node, keyword)
  if (listed.length !== branches.length) return false
  // What all of them have in common may have been taken out.
  return listed.every((node, index) => {
    const [branch, ...more] = branches[index] ?? []
    const [written] = reader.enter({ node, pointer: joinPointer(pointer, index) })
    return more.length === 0 && branch?.pointer === written?.pointer
  })
}

const anyButNull = madePart({ type: ['boolean', 'object', 'array', 'string', 'number'] })

/** `nullable` is a flag of its own, whatever branches there are beside it (OpenAPI 2.0 and 3.0). */
function hasNullable({ document }: SchemaReader): boolean {
  return document.dialect === '2.0' || document.dialect === '3.0'
}

/** Whether the other version counts too and has a branch that is written alike; few are ever compared. */
function keptIn(branches: readonly Conjunction[], other: VariantGroup): (index: number) => boolean {
  const known = new Map<number, boolean>()
  const find = (branch: Conjunction | undefined): boolean => {
    const nodes = branch?.map(({ node }) => node)
    return other.branches.some((one) =>
      equalJson(
        one.map(({ node }) => node),
        nodes,
      ),
    )
  }
  return (index) => {
    const isKept = known.get(index) ?? (other.keyword === 'oneOf' && find(branches[index]))
    known.set(index, isKept)
    return isKept
  }
}

/** Whether one branch of a version and no other allows a value; the namesakes of `likely` ones are tried first. */
function isInOne(
  containment: Containment,
  version: 'base' | 'revision',
  { branches }: VariantGroup,
  way: 'request' | 'response',
  value: Json,
  likely: readonly Conjunction[],
): boolean {
  const names = new Set(likely.map((branch) => branch[0]?.pointer))
  const isLikely = (branch: Conjunction): boolean => names.has(branch[0]?.pointer)
  let count = 0
  for (const branch of [...branches.filter(isLikely), ...branches.filter((one) => !isLikely(one))]) {
    if (containment.accepts(version, branch, way, value) === true) count++
    if (count > 1) return false
  }
  return count === 1
}
