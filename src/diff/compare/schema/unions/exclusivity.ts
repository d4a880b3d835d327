import type { Json, Pointer } from '../../../../model/json.ts'
import { sideOf } from '../../../../schema/containment/operand.ts'
import { mayState } from '../../../../schema/keywords/hidden.ts'
import { isExclusive } from '../../../../schema/normal-form/exclusive.ts'
import type { Conjunction, NormalSchema, SchemaReader, VariantGroup } from '../../../../schema/normal-form/normal.ts'
import { schemaReaderOf } from '../../../../schema/normal-form/normalize.ts'
import type { SchemaPair } from '../unit.ts'
import { branchName } from './branches.ts'

/** Maximum number of branch pairs examined, and of branches in a choice read exactly. */
const [mostPairs, mostBranches] = [6, 6]

/** Reports values affected by `oneOf` exclusivity (JSON Schema 2020-12 §10.2.1.3). Other changes treat `oneOf` as a union. */
export function compareExclusivity(pair: SchemaPair): void {
  const { base, revision, before, after } = pair
  // A tag selects a single branch.
  const isTagged = [before, after].some(({ annotations }) => annotations.has('discriminator'))
  if (isTagged || pair.text !== undefined || !(offersOne(base, before) || offersOne(revision, after))) return
  const [was, is] = [choicesOf(base, before), choicesOf(revision, after)]
  const spot = { base: before.pointer, revision: after.pointer }
  const refused = refusedBy(pair, 'revision', is, was)
  if (refused !== undefined) {
    pair.emit('schema.exclusivity', undefined, namesOf(revision, refused.choice), 'none', spot, {
      shown: refused.value,
    })
  }
  const allowed = refusedBy(pair, 'base', was, is)
  if (allowed !== undefined) {
    pair.emit('schema.exclusivity', namesOf(base, allowed.choice), undefined, 'none', spot, { shown: allowed.value })
  }
}

function offersOne(reader: SchemaReader, { parts }: NormalSchema): boolean {
  return mayState(reader, parts, ['oneOf'])
}

/** Returns whether a choice is meant to be exclusive, in which case other changes already respect it. */
function isMeant(reader: SchemaReader, parts: Conjunction): boolean {
  return reader.unfolded(parts).groups.some((group) => isExclusive(reader, group))
}

interface Choice {
  readonly group: VariantGroup
  /** Branches of the enclosing choices. */
  readonly within: Conjunction
  /** Groups of the enclosing branches and of this choice. */
  readonly chosen: readonly Pointer[]
}

const [mostChoices, mostLevels] = [8, 2]

/** Returns the `oneOf`s of a schema and its branches, unless they are meant to be exclusive. */
function choicesOf(reader: SchemaReader, { parts }: NormalSchema): readonly Choice[] {
  if (isMeant(reader, parts)) return []
  const exact = schemaReaderOf(reader.document, 'exact')
  const found: Choice[] = []
  const open: Omit<Choice, 'group'>[] = [{ within: [], chosen: [] }]
  for (const { within, chosen } of open) {
    const groups = exact.unfolded([...parts, ...within]).groups.filter(({ pointer }) => !chosen.includes(pointer))
    for (const group of groups) {
      const all = [...chosen, group.pointer]
      if (group.keyword === 'oneOf') found.push({ group, within, chosen: all })
      const inside = all.length < mostLevels && open.length < mostChoices ? group.branches : []
      for (const branch of inside) {
        if (mayState(exact, branch, ['oneOf'])) open.push({ within: [...within, ...branch], chosen: all })
      }
    }
  }
  return found.slice(0, mostChoices)
}

function namesOf(reader: SchemaReader, { group: { branches } }: Choice): readonly string[] {
  return branches.map((branch) => branchName(reader, branch))
}

/** Returns a value that two branches of one version allow, and that the other version allows as a whole. */
function refusedBy(
  pair: SchemaPair,
  version: 'base' | 'revision',
  choices: readonly Choice[],
  facing: readonly Choice[],
): { readonly value: Json; readonly choice: Choice } | undefined {
  const parts = { base: pair.before.parts, revision: pair.after.parts }
  const other = version === 'base' ? 'revision' : 'base'
  const way = version === 'base' ? 'response' : 'request'
  // Reading large choices exactly is slow, and ajv confirms the value anyway.
  const isExact = facing.length > 0 && facing.every(({ group }) => group.branches.length <= mostBranches)
  const allowed = { document: pair[other].document, parts: parts[other], unions: isExact ? 'exact' : 'union' } as const
  const isAllowed = (side: 'base' | 'revision', value: Json) =>
    sideOf(pair[side].document, way, 'exact').accepts(parts[side], value)
  for (const choice of choices) {
    for (const branches of pairsOf(pair, version, choice, facing)) {
      const all = [...parts[version], ...choice.within, ...branches.flat()]
      const several = { document: pair[version].document, parts: all, chosen: choice.chosen }
      const found = pair.briefly().outside([allowed, several], [], way)
      if (found.kind !== 'value') continue
      const { value } = found
      if (isAllowed(other, value) === true && isAllowed(version, value) === false) return { value, choice }
    }
  }
  return undefined
}

/** Yields pairs of branches, except pairs that the other version also has, whose overlap was already rejected. */
function* pairsOf(
  pair: SchemaPair,
  version: 'base' | 'revision',
  { group: { branches }, within }: Choice,
  facing: readonly Choice[],
): Generator<readonly Conjunction[]> {
  const same = (branch: Conjunction, twin: Conjunction): boolean =>
    version === 'base' ? pair.same(branch, twin) : pair.same(twin, branch)
  const taken = new Set<Conjunction>()
  // Each branch needs its own counterpart: two equal branches reject values that one allows.
  const keptIn = branches.map((branch) =>
    facing.findIndex(({ group }) => {
      const twin = group.branches.find((one) => !taken.has(one) && same(branch, one))
      if (twin !== undefined) taken.add(twin)
      return twin !== undefined
    }),
  )
  let left = mostPairs
  for (const [index, one] of branches.entries()) {
    for (const [beyond, two] of branches.slice(index + 1).entries()) {
      // Another branch around the choice may have allowed the overlap of two kept branches.
      if (within.length === 0 && keptIn[index] !== -1 && keptIn[index] === keptIn[index + 1 + beyond]) continue
      if (left-- <= 0) return
      yield [one, two]
    }
  }
}
