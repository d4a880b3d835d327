import type { Json } from '../../../model/json.ts'
import type { Containment } from '../../../schema/containment/contains.ts'
import { isExclusive } from '../../../schema/exclusive.ts'
import type { Conjunction, SchemaReader, VariantGroup } from '../../../schema/normal.ts'
import { canonical } from '../../../util/json.ts'
import { branchName } from './branches.ts'
import type { SchemaPair } from './unit.ts'

const mostPairs = 12

/**
 * What differs only because exactly one branch of a `oneOf` may match (JSON Schema 2020-12 §10.2.1.3). The sets of
 * values are compared as unions; this says apart what a validator that counts the branches refuses now, or no longer.
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
  const kept = new Set(other.branches.map(textOf))
  const isKept = (branch: Conjunction): boolean => kept.has(textOf(branch))
  let left = mostPairs
  for (const [index, one] of group.branches.entries()) {
    for (const two of group.branches.slice(index + 1)) {
      if (left-- <= 0) return undefined
      if (other.keyword === 'oneOf' && isKept(one) && isKept(two)) continue
      const several = [...own, ...one, ...two].flatMap(reader.enter)
      const common = containment().common(version, several, way, [group.pointer])
      if (common.kind !== 'value') continue
      const { accepts } = containment()
      if (!accepts(version, several, way, common.value) || !accepts(facing, whole, way, common.value)) continue
      if (other.keyword === 'oneOf' && countOf(containment(), facing, other, way, common.value) !== 1) continue
      return common.value
    }
  }
  return undefined
}

function textOf(branch: Conjunction): string {
  return canonical(branch.map(({ node }) => node))
}

function countOf(
  containment: Containment,
  version: 'base' | 'revision',
  { branches }: VariantGroup,
  way: 'request' | 'response',
  value: Json,
): number {
  return branches.filter((branch) => containment.accepts(version, branch, way, value) === true).length
}
