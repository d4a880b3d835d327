import type { Conjunction, NormalSchema, SchemaReader, VariantGroup } from '../../../../schema/normal-form/normal.ts'
import type { SchemaPair } from '../unit.ts'

/** A branch, and what the branch of the same name in the other version asks of objects that this one does not. */
interface Twin {
  readonly required: ReadonlySet<string>
  /** Properties that the other version describes otherwise, or alone. */
  readonly changed: ReadonlySet<string>
  readonly requiredThere: ReadonlySet<string>
}

/**
 * Whether what two branches of one version have in common is in the branches of the same names of the other version too, as far as
 * the values are concerned that containment finds: objects with the required properties and no others. Then it distinguishes nothing.
 */
export function createTwins(
  pair: Pick<SchemaPair, 'base' | 'revision' | 'same'>,
  version: 'base' | 'revision',
  other: VariantGroup,
): (one: Conjunction, two: Conjunction) => boolean {
  const [reader, facing] = version === 'base' ? [pair.base, pair.revision] : [pair.revision, pair.base]
  const same = (own: Conjunction, there: Conjunction): boolean =>
    version === 'base' ? pair.same(own, there) : pair.same(there, own)
  const known = new Map<Conjunction, Twin | undefined>()
  const twinOf = (branch: Conjunction): Twin | undefined => {
    if (!known.has(branch)) known.set(branch, find(reader, facing, branch, other, same))
    return known.get(branch)
  }
  return (one, two) => {
    const [a, b] = [twinOf(one), twinOf(two)]
    if (a === undefined || b === undefined) return false
    const held = new Set([...a.required, ...b.required])
    return [a, b].every(
      ({ changed, requiredThere }) =>
        [...requiredThere].every((name) => held.has(name)) && ![...changed].some((name) => held.has(name)),
    )
  }
}

function find(
  reader: SchemaReader,
  facing: SchemaReader,
  branch: Conjunction,
  { branches }: VariantGroup,
  same: (own: Conjunction, there: Conjunction) => boolean,
): Twin | undefined {
  const named = branches.find((one) => one.length === 1 && one[0]?.pointer === branch[0]?.pointer)
  if (branch.length !== 1 || named === undefined) return undefined
  const [own, there] = [reader.normal(branch), facing.normal(named)]
  const isObject = own.types.size === 1 && own.types.has('object') && there.types.has('object')
  if (!isObject || !isOpen(own) || !isOpen(there)) return undefined
  const changed = [...there.properties].filter(([name, parts]) => {
    const held = own.properties.get(name)
    return held === undefined || !same(held, parts)
  })
  return {
    required: new Set(own.required.keys()),
    changed: new Set(changed.map(([name]) => name)),
    requiredThere: new Set(there.required.keys()),
  }
}

/** Whether nothing restricts objects but their declared and required properties. */
function isOpen(normal: NormalSchema): boolean {
  const { groups, applicators, opaque, bounds, patternProperties, dependentRequired } = normal
  const restricting = [applicators, opaque, bounds, patternProperties, dependentRequired]
  if (groups.length > 0 || normal.enum !== undefined || normal.closed || normal.additional.length > 0) return false
  // A tag leads to more.
  if (normal.annotations.has('discriminator')) return false
  return restricting.every(({ size }) => size === 0)
}
