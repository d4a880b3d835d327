import type { Change, ListForms, PropertyFacts, Use } from '../../../model/diff/change.ts'
import type { EffectReason } from '../../../model/diff/ledger.ts'
import type { Located } from '../../../model/document.ts'
import type { Pointer } from '../../../model/json.ts'
import { createContainment } from '../../../schema/containment/contains.ts'
import type { Conjunction, SchemaReader } from '../../../schema/normal-form/normal.ts'
import type { Collector } from '../collect.ts'
import { once } from '../once.ts'
import type { SameSchemas } from '../same-schemas.ts'
import type { Cleared } from './blame/certificate.ts'
import { createDecider, restOf } from './blame/decide.ts'
import { joinEffects } from './blame/effect.ts'
import { hasChoices, normalPair, spreadWays } from './blame/marks.ts'
import { isMovedProperty } from './blame/moved-property.ts'
import { type Decider, usesOf } from './blame/uses.ts'
import { compareSchemas, hidesMore } from './compare.ts'
import { sharedMembers } from './shared-members.ts'
import { type Unexplained, unexplainedIn } from './unexplained.ts'
import {
  type Edge,
  isOneSided,
  type LocalChange,
  ownerOf,
  placed,
  type ReferredPair,
  type SchemaPair,
  type Scope,
  type Spot,
  type Unit,
} from './unit.ts'

/** Compares schema pairs, each once, and tracks which operations reach each difference. */
export interface SchemaGraph {
  /** Requests a comparison. An absent side allows any value. `text`: the values are serialized as text. */
  root(before: Located | undefined, after: Located | undefined, use: Use, text?: ListForms): void
  /** Pointers of all compared schemas and of the places that use them. */
  readonly compared: ComparedLocations
  /** Passes every difference with its uses to the collector. */
  collect(collector: Collector): void
  unexplained(): Readonly<Record<'base' | 'revision', Unexplained>>
}

/** Locations compared with a location of the other version. */
export interface ComparedLocations {
  readonly base: Set<Pointer>
  readonly revision: Set<Pointer>
}

interface GraphOptions {
  /** `YYYY-MM-DD`, for sunsets. */
  readonly today?: string | undefined
  /** Default: `compareSchemas`. */
  readonly compareSchemas?: ((pair: SchemaPair) => void) | undefined
}

const everywhere: Scope = { request: true, response: true }

/** Maximum number of uses reported separately for a one-sided schema; beyond it they are reported as one. */
const mostUses = 20

/** Assumes that a pair in a cycle is equal while it is compared (greatest fixed point). `same`: both reach only equal text. */
export function createSchemaGraph(
  base: SchemaReader,
  revision: SchemaReader,
  schemas: SameSchemas,
  { today, compareSchemas: compare = compareSchemas }: GraphOptions = {},
): SchemaGraph {
  const units: Unit[] = []
  /** By the keys of both schemas. */
  const byPair = new Map<string, Map<string, Unit>>()
  const queue: Unit[] = []
  const compared: ComparedLocations = { base: new Set(), revision: new Set() }
  /** By the form of values that are serialized as text. */
  const references = new Map<string, Map<string, ReferredPair>>()
  /** Uses of schemas without counterpart, each of which counts as a separate edit. */
  const uses = new Map<string, number>()
  const briefly = once(() => createContainment(base, revision, { same: schemas.same, confirm: false, brief: true }))
  const same = (before: Conjunction, after: Conjunction): boolean =>
    schemas.same({ document: base.document, parts: before }, { document: revision.document, parts: after })

  function unitOf(
    before: Conjunction,
    after: Conjunction,
    text: ListForms | undefined,
    [around, usedAt]: readonly [Spot, SchemaPair['usedAt']],
  ): Unit | undefined {
    for (const { pointer } of before) compared.base.add(pointer)
    for (const { pointer } of after) compared.revision.add(pointer)
    const form = formOf(text)
    const from = `${form}${base.key(before)}`
    const paired = byPair.get(from) ?? new Map<string, Unit>()
    byPair.set(from, paired)
    const to = revision.key(after)
    const key = isOneSided({ before, after, around, usedAt }) ? keyOfUse(paired, `${from} ~ ${to}`, usedAt) : to
    const known = paired.get(key)
    if (known !== undefined) return known
    if (same(before, after)) return undefined
    const unit: Unit = {
      id: units.length,
      text,
      before,
      after,
      hasChoices: false,
      isUndecided: false,
      isPlain: false,
      ways: { request: false, response: false },
      changes: [],
      children: [],
      parents: [],
      roots: [],
      around,
      usedAt,
    }
    paired.set(key, unit)
    units.push(unit)
    queue.push(unit)
    return unit
  }

  function keyOfUse(paired: ReadonlyMap<string, Unit>, pair: string, usedAt: SchemaPair['usedAt']): string {
    const key = `${pair} at ${usedAt.base ?? usedAt.revision}`
    const count = uses.get(pair) ?? 0
    if (paired.has(key) || count < mostUses) {
      if (!paired.has(key)) uses.set(pair, count + 1)
      return key
    }
    return `${pair} at others`
  }

  function compareUnit(unit: Unit): void {
    const form = formOf(unit.text)
    const ofForm = references.get(form) ?? new Map<string, ReferredPair>()
    references.set(form, ofForm)
    const shared = sharedMembers(unit, { base, revision, same, references: ofForm })
    if (shared !== undefined) {
      unit.isPlain = true
      for (const [step, { below, scope }] of shared) link(unit, below, { step, polarity: 'same', scope })
      return
    }
    const [before, after] = normalPair(base, revision, unit)
    unit.hasChoices = hasChoices(before, unit) || hasChoices(after, unit)
    const isUnread = hidesMore({ base, revision, before, after })
    unit.isUndecided = isUnread || before.isListMeant === true || after.isListMeant === true
    if (isUnread) return
    const owners = { base: before.pointer, revision: after.pointer }
    compare({
      base,
      revision,
      text: unit.text,
      today,
      same,
      before,
      after,
      usedAt: unit.usedAt,
      briefly,
      references: ofForm,
      link: (step, below, scope) => link(unit, below, { step, polarity: 'same', scope }),
      emit: (kind, was, is, effect, spot, { scope = everywhere, shown } = {}) => {
        const site = placed(spot, is !== undefined, { before, after }, unit)
        unit.changes.push({ kind, before: was, after: is, effect, spot, owners, unit, site, scope, shown })
      },
      child: (step, was, is, polarity = 'same', scope = everywhere) => {
        const around = {
          base: before.pointer || unit.around.base || '',
          revision: after.pointer || unit.around.revision || '',
        }
        const usedAt = { base: was[0]?.pointer, revision: is[0]?.pointer }
        const below = unitOf(was.flatMap(base.enter), is.flatMap(revision.enter), unit.text, [around, usedAt])
        if (below !== undefined) link(unit, below, { step, polarity, scope })
        return below
      },
    })
  }

  return {
    compared,
    unexplained: once(() =>
      unexplainedIn(
        { base, revision, containment: createContainment(base, revision, { same: schemas.same }), same },
        units,
      ),
    ),
    root(before, after, use, text) {
      const usedAt = { base: before?.pointer, revision: after?.pointer }
      // Everything below also belongs to a compared schema.
      if (before !== undefined) compared.base.add(before.pointer)
      if (after !== undefined) compared.revision.add(after.pointer)
      const unit = unitOf(before ? base.enter(before) : [], after ? revision.enter(after) : [], text, [{}, usedAt])
      unit?.roots.push({ use, before, after })
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) compareUnit(next)
    },
    collect(collector) {
      spreadWays(units)
      const decider = createDecider({ base, revision, schemas })
      const reasonOf = ([first]: readonly Cleared[]) => (first === undefined ? notSent : decider.reasonOf(first))
      const answers = new Map<LocalChange, ReturnType<typeof usesIn>>()
      for (const unit of units) for (const change of unit.changes) answers.set(change, usesIn(unit, change, decider))
      const { isRevised, rest } = decider.settle(units)
      for (const outcome of rest) outcome.unit.changes.push(restOf({ base, revision }, outcome))
      for (const unit of units) {
        for (const change of unit.changes) {
          if (isMovedProperty({ base, revision }, unit, change)) continue
          const known = isRevised ? undefined : answers.get(change)
          const { reached, cleared } = known ?? usesIn(unit, change, decider)
          const allowed = reached.filter(({ isRefused }) => !isRefused).map(({ use }) => use)
          // The rejected property becomes part of the change, so the change has its effect.
          const refused = reached.flatMap(({ use: { isOfWhole: _, ...use }, isRefused }) => (isRefused ? [use] : []))
          if (refused.length > 0) add(collector, refusedProperty(change, refused), refused)
          if (refused.length === 0 || allowed.length > 0) add(collector, change, allowed, () => reasonOf(cleared))
        }
      }
    },
  }
}

function formOf(text: ListForms | undefined): string {
  return text === undefined ? '' : `text ${text.base} ${text.revision} ${text.isSegment ?? ''} `
}

function link(unit: Unit, below: Unit, { step, polarity, scope }: Omit<Edge, 'unit'>): void {
  below.parents.push({ unit, step, polarity, scope })
  unit.children.push({ unit: below, step, polarity, scope })
}

const notSent: EffectReason = { kind: 'not-sent' }

/** Adds a change with its uses, or records why it is unused. */
function add(
  collector: Collector,
  change: LocalChange,
  uses: readonly Use[],
  reasonOf: () => EffectReason = () => notSent,
): void {
  const { kind, before, after, effect, scope, site } = change
  const within = uses.filter((use) => (use.direction === 'none' || scope[use.direction]) && counts(change, use))
  const location = site.location ?? ownerOf(site, after !== undefined)
  // If the keyword can't decide the effect, use the effect on the examined schemas.
  const effects = effect === 'incomparable' ? within.map((use) => use.effect) : []
  const known = effects.every((one) => one !== undefined) ? effects : []
  // The comparer emitted kind and values together; storing them widened the union.
  const fact = {
    kind,
    before,
    after,
    effect: known.length > 0 ? known.reduce(joinEffects) : effect,
    site: { ...site, location },
  } as Omit<Change, 'uses'>
  if (within.length > 0) collector.add(fact, within)
  else collector.withoutEffect(fact, reasonOf())
}

/**
 * Converts to a rejected property: `unevaluatedProperties` ignores names in branches and conditions (JSON Schema 2020-12 §11.3).
 */
function refusedProperty(change: LocalChange, uses: readonly Use[]): LocalChange {
  const closed = (facts: LocalChange['before']) => facts && { ...(facts as PropertyFacts), closed: true }
  const effect = uses.map((use) => use.effect ?? 'none').reduce(joinEffects)
  return { ...change, before: closed(change.before), after: closed(change.after), effect }
}

function usesIn(unit: Unit, edit: LocalChange, decider: Decider) {
  // In an open object a name has no effect, unless a condition tests it.
  const isNaming = edit.kind === 'schema.property' && edit.effect === 'none'
  const tested = isNaming ? (edit.after === undefined ? 'widened' : 'narrowed') : undefined
  return usesOf(decider, { unit, edit, effect: isOfReaders(edit) ? 'none' : edit.effect, tested })
}

/** Clients that read the tag break even if the allowed values are the same. */
function isOfReaders({ kind, before, after }: Pick<LocalChange, 'kind' | 'before' | 'after'>): boolean {
  const value = before ?? after
  const isSubtype =
    typeof value === 'object' && value !== null && 'keyword' in value && value.keyword === 'discriminator'
  return kind === 'schema.discriminator' || (kind === 'schema.variant' && isSubtype)
}

/** XML metadata only matters if XML is sent. */
function counts({ before, after }: Pick<LocalChange, 'before' | 'after'>, { part }: Use): boolean {
  const value = before ?? after
  const isXml = typeof value === 'object' && value !== null && 'keyword' in value && value.keyword === 'xml'
  return !isXml || /[/+]xml\b/.test(part)
}
