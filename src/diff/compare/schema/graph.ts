import type { Change, ChangeKind, ChangeValues, Effect, ListForms, Use } from '../../../model/diff/change.ts'
import type { Located } from '../../../model/document.ts'
import type { Json, Pointer } from '../../../model/json.ts'
import { createContainment } from '../../../schema/containment/contains.ts'
import type { Conjunction, SchemaReader } from '../../../schema/normal-form/normal.ts'
import type { Collector } from '../collect.ts'
import { compareSchemas } from './compare.ts'
import { isOneSided, ownerOf, type Placement, placed } from './spots.ts'
import type { SchemaPair, Scope, Spot } from './unit.ts'
import { usesOf } from './whole/climb.ts'
import { isComparedWhole, markEdits, normalPair, spreadWays } from './whole/marks.ts'
import { isMovedProperty } from './whole/moved-property.ts'
import type { Edge, Root } from './whole/pair.ts'
import { refusedAbove, withoutUses } from './whole/refused-above.ts'
import { restOf } from './whole/rest.ts'
import { namedBy, nothingStated, saysOf } from './whole/stated.ts'
import type { ExplainedUnit } from './whole/unexplained.ts'
import { type BranchEdit, branchBy, createWhole, hasChoices, undecided } from './whole/whole.ts'

interface LocalChange {
  readonly kind: ChangeKind
  readonly before: ChangeValues[ChangeKind] | undefined
  readonly after: ChangeValues[ChangeKind] | undefined
  readonly effect: Effect
  readonly spot: Spot
  readonly scope: Scope
  readonly branch: BranchEdit | undefined
  readonly shown: Json | undefined
}

/** A pair of schemas, compared once for all operations that reach it. */
interface ComparedUnit extends ExplainedUnit, Placement {
  readonly changes: LocalChange[]
  readonly children: ExplainedUnit['children'][number][]
  readonly parents: Edge[]
  readonly roots: Root[]
}

/** Compares schema pairs, each once, and knows which operations reach which difference. */
export interface SchemaGraph {
  /** Asks for a comparison; an absent side allows anything. `text`: the values travel as text. */
  root(before: Located | undefined, after: Located | undefined, use: Use, text?: ListForms): void
  /** The pointers of all schemas that were compared, and of the places that use them. */
  readonly compared: ComparedLocations
  /** Hands every difference with all its uses to the collector. */
  collect(collector: Collector): void
}

/** Locations that were compared with a location of the other version. */
export interface ComparedLocations {
  readonly base: Set<Pointer>
  readonly revision: Set<Pointer>
}

const everywhere: Scope = { request: true, response: true }

/** Each use states all that its schema says: more are stated as one. */
const mostUses = 20

/**
 * A graph of schema pairs. A pair in a cycle is assumed equal while it is compared, which is the greatest
 * fixed point: two recursive schemas differ only where some finite path shows a difference.
 * `same` returns whether two locations hold the same text and only reach the same text.
 */
export function createSchemaGraph(
  base: SchemaReader,
  revision: SchemaReader,
  same: (before: Conjunction, after: Conjunction) => boolean,
  today: string | undefined,
): SchemaGraph {
  const units = new Map<string, ComparedUnit>()
  const queue: ComparedUnit[] = []
  const compared: ComparedLocations = { base: new Set(), revision: new Set() }
  /** Of a schema that the other version has nothing for: each use is an edit of its own. */
  const uses = new Map<string, number>()
  const containment = once(() => createContainment(base, revision, { same, confirm: false }))
  const whole = createWhole(base, revision, containment)
  const lenient = createWhole(
    base,
    revision,
    once(() => createContainment(base, revision, { same, lenient: true, confirm: false })),
  )

  const asking = { base, revision, whole, containment }

  function unitOf(
    before: Conjunction,
    after: Conjunction,
    text: ListForms | undefined,
    [around, usedAt]: readonly [Spot, SchemaPair['usedAt']],
  ): ComparedUnit | undefined {
    for (const { pointer } of before) compared.base.add(pointer)
    for (const { pointer } of after) compared.revision.add(pointer)
    if (usedAt.base !== undefined) compared.base.add(usedAt.base)
    if (usedAt.revision !== undefined) compared.revision.add(usedAt.revision)
    const form = text === undefined ? '' : `text ${text.base} ${text.revision} ${text.isSegment ?? ''} `
    const pair = `${form}${base.key(before)} ~ ${revision.key(after)}`
    const key = isOneSided({ before, after, around, usedAt }) ? keyOfUse(pair, usedAt) : pair
    const known = units.get(key)
    if (known !== undefined) return known
    if (same(before, after)) return undefined
    const unit = {
      id: units.size,
      text,
      before,
      after,
      hasChoices: false,
      isEdited: false,
      isMixed: false,
      ways: { request: false, response: false },
      changes: [],
      children: [],
      parents: [],
      roots: [],
      around,
      usedAt,
    }
    units.set(key, unit)
    queue.push(unit)
    return unit
  }

  function keyOfUse(pair: string, usedAt: SchemaPair['usedAt']): string {
    const key = `${pair} at ${usedAt.base ?? usedAt.revision}`
    const count = uses.get(pair) ?? 0
    if (units.has(key) || count < mostUses) {
      if (!units.has(key)) uses.set(pair, count + 1)
      return key
    }
    return `${pair} at others`
  }

  function compareUnit(unit: ComparedUnit): void {
    const [before, after] = normalPair(base, revision, unit)
    unit.hasChoices = hasChoices(before) || hasChoices(after)
    compareSchemas({
      base,
      revision,
      text: unit.text,
      today,
      same,
      before,
      after,
      usedAt: unit.usedAt,
      containment,
      emit: (kind, was, is, effect, spot, { scope = everywhere, branch, shown } = {}) => {
        const at = placed(spot, is !== undefined, { before, after }, unit)
        unit.changes.push({ kind, before: was, after: is, effect, spot: at, scope, branch, shown })
      },
      child: (step, was, is, polarity = 'same', scope = everywhere) => {
        const around = {
          base: before.pointer || unit.around.base || '',
          revision: after.pointer || unit.around.revision || '',
        }
        const usedAt = { base: was[0]?.pointer, revision: is[0]?.pointer }
        const below = unitOf(was.flatMap(base.enter), is.flatMap(revision.enter), unit.text, [around, usedAt])
        if (below === undefined) return
        below.parents.push({ unit, step, polarity, scope })
        unit.children.push({ unit: below, step, branch: branchBy(step), polarity, scope })
      },
    })
  }

  /** As it is written no value satisfies a list without a value of the type: nothing is ever lost. */
  function isListMeant(unit: ComparedUnit): boolean {
    return normalPair(base, revision, unit).some((normal) => normal.isListMeant === true)
  }

  /** How many properties there must be may make up for which. */
  function countsProperties(unit: ComparedUnit): boolean {
    if (!unit.changes.some(({ kind }) => kind === 'schema.required')) return false
    return normalPair(base, revision, unit).some(({ bounds }) => bounds.has('minProperties'))
  }

  return {
    compared,
    root(before, after, use, text) {
      const usedAt = { base: before?.pointer, revision: after?.pointer }
      const unit = unitOf(before ? base.enter(before) : [], after ? revision.enter(after) : [], text, [{}, usedAt])
      unit?.roots.push({ use, before, after })
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) compareUnit(next)
    },
    collect(collector) {
      spreadWays([...units.values()])
      for (const unit of units.values()) markEdits(unit)
      const isMixed = [...units.values()].some((unit) => unit.isMixed)
      for (const unit of units.values()) {
        if (unit.changes.length === 0 && !unit.hasChoices) continue
        unit.changes.push(...restOf(asking, unit, lenient))
        const known = new Map<string, Use[]>()
        const isMeant = isListMeant(unit)
        const isCompared = (isComparedWhole(unit) || countsProperties(unit)) && !isMeant
        for (const { scope, spot, branch, shown, ...change } of unit.changes) {
          if (isMovedProperty({ base, revision }, unit, change)) continue
          const says = isMixed ? saysOf(change, base.document, revision.document) : nothingStated
          const start = {
            unit,
            effect: isOfReaders(change) ? 'none' : change.effect,
            shown,
            says,
            named: namedBy(change),
            // Objects are open, but a condition tests what it names.
            ...(change.kind === 'schema.property' && change.effect === 'none'
              ? { tested: change.after === undefined ? ('widened' as const) : ('narrowed' as const) }
              : {}),
            ...(branch !== undefined ? { branch } : isCompared ? { branch: {} } : {}),
          } as const
          const isPlain = branch === undefined && shown === undefined && says === nothingStated
          const key = isPlain && start.tested === undefined && start.named === undefined ? start.effect : undefined
          const uses = (key && known.get(key)) ?? usesOf(isMeant ? undecided : whole, start)
          if (key !== undefined) known.set(key, uses)
          const site = { ...spot, location: spot.location ?? ownerOf(spot, change.after !== undefined) }
          const add = (one: Pick<LocalChange, 'kind' | 'before' | 'after' | 'effect'>, of: readonly Use[]): void => {
            const within = of.filter((use) => (use.direction === 'none' || scope[use.direction]) && counts(one, use))
            // The comparer's emit tied kind and values together; the union was widened on storing.
            const fact = { ...one, site } as Omit<Change, 'uses'>
            if (within.length > 0) collector.add(fact, within)
            else collector.withoutEffect(fact, { kind: 'allowed-around' })
          }
          const refused = refusedAbove(asking, unit, change)
          for (const one of refused) add(one.change, one.uses)
          add(change, withoutUses(uses, refused))
        }
      }
    },
  }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** A reader of the tag is broken whatever the sets of values are. */
function isOfReaders({ kind, before, after }: Pick<LocalChange, 'kind' | 'before' | 'after'>): boolean {
  const value = before ?? after
  const isSubtype =
    typeof value === 'object' && value !== null && 'keyword' in value && value.keyword === 'discriminator'
  return kind === 'schema.discriminator' || (kind === 'schema.variant' && isSubtype)
}

/** How XML is written matters where XML is sent. */
function counts({ before, after }: Pick<LocalChange, 'before' | 'after'>, { part }: Use): boolean {
  const value = before ?? after
  const isXml = typeof value === 'object' && value !== null && 'keyword' in value && value.keyword === 'xml'
  return !isXml || /[/+]xml\b/.test(part)
}
