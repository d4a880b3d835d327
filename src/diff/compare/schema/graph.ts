import type {
  Change,
  ChangeKind,
  ChangeValues,
  Effect,
  ListForms,
  SchemaStep,
  Trail,
  Use,
} from '../../../model/change.ts'
import type { Located } from '../../../model/document.ts'
import type { Pointer } from '../../../model/json.ts'
import type { Conjunction, Polarity, SchemaReader } from '../../../schema/normal.ts'
import { parentOf } from '../../../util/pointer.ts'
import type { Collector } from '../collect.ts'
import { compareSchemas } from './compare.ts'
import type { Scope, Spot } from './unit.ts'

interface LocalChange {
  readonly kind: ChangeKind
  readonly before: ChangeValues[ChangeKind] | undefined
  readonly after: ChangeValues[ChangeKind] | undefined
  readonly effect: Effect
  readonly spot: Spot
  readonly scope: Scope
}

interface Edge {
  readonly unit: Unit
  readonly step: SchemaStep
  readonly polarity: Polarity
  readonly scope: Scope
}

interface Root {
  readonly use: Use
  readonly before: Located | undefined
  readonly after: Located | undefined
}

/** Where a climb stands: the unit, what lies between it and the start, and the steps back down. */
interface Position {
  readonly unit: Unit
  readonly polarity: Polarity
  readonly scope: Scope
  readonly down: { readonly step: SchemaStep; readonly rest: Position['down'] } | undefined
}

/** A pair of schemas, compared once whoever reaches it. */
interface Unit {
  readonly id: number
  readonly text: ListForms | undefined
  readonly before: Conjunction
  readonly after: Conjunction
  readonly changes: LocalChange[]
  readonly parents: Edge[]
  readonly roots: Root[]
}

/** Compares schema pairs, each once, and knows which operations reach which difference. */
export interface SchemaGraph {
  /** Asks for a comparison; an absent side allows anything. `text`: the values travel as text. */
  root(before: Located | undefined, after: Located | undefined, use: Use, text?: ListForms): void
  /** Hands every difference with all its uses to the collector. */
  collect(collector: Collector): void
}

const everywhere: Scope = { request: true, response: true }

/**
 * A graph of schema pairs. A pair in a cycle is assumed equal while it is compared, which is the greatest
 * fixed point: two recursive schemas differ only where some finite path shows a difference.
 * `same` answers whether two places hold the same text and only reach the same text.
 */
export function createSchemaGraph(
  base: SchemaReader,
  revision: SchemaReader,
  same: (before: Conjunction, after: Conjunction) => boolean,
  today: string | undefined,
): SchemaGraph {
  const units = new Map<string, Unit>()
  const queue: Unit[] = []

  function unitOf(before: Conjunction, after: Conjunction, text: ListForms | undefined): Unit | undefined {
    const key = `${text === undefined ? '' : `text ${text.base} ${text.revision} `}${base.key(before)} ~ ${revision.key(after)}`
    const known = units.get(key)
    if (known !== undefined) return known
    if (same(before, after)) return undefined
    const unit: Unit = { id: units.size, text, before, after, changes: [], parents: [], roots: [] }
    units.set(key, unit)
    queue.push(unit)
    return unit
  }

  function compareUnit(unit: Unit): void {
    compareSchemas({
      base,
      revision,
      text: unit.text,
      today,
      same,
      before: base.normal(unit.before),
      after: revision.normal(unit.after),
      emit: (kind, before, after, effect, spot, scope = everywhere) => {
        unit.changes.push({ kind, before, after, effect, spot, scope })
      },
      child: (step, before, after, polarity = 'same', scope = everywhere) => {
        unitOf(before.flatMap(base.enter), after.flatMap(revision.enter), unit.text)?.parents.push({
          unit,
          step,
          polarity,
          scope,
        })
      },
    })
  }

  return {
    root(before, after, use, text) {
      const unit = unitOf(before ? base.enter(before) : [], after ? revision.enter(after) : [], text)
      unit?.roots.push({ use, before, after })
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) compareUnit(next)
    },
    collect(collector) {
      for (const unit of units.values()) {
        if (unit.changes.length === 0) continue
        const uses = usesOf(unit)
        for (const { scope, spot, ...change } of unit.changes) {
          const within = uses.filter((use) => (use.direction === 'none' || scope[use.direction]) && counts(change, use))
          const site = { ...spot, place: spot.place ?? ownerOf(spot, change.after !== undefined) }
          // The comparer's emit tied kind and values together; the union was widened on storing.
          if (within.length > 0) collector.add({ ...change, site } as Omit<Change, 'uses'>, within)
        }
      }
    },
  }
}

/** How XML is written matters where XML is sent. */
function counts({ before, after }: Pick<LocalChange, 'before' | 'after'>, { part }: Use): boolean {
  const value = before ?? after
  const isXml = typeof value === 'object' && value !== null && 'keyword' in value && value.keyword === 'xml'
  return !isXml || /[/+]xml\b/.test(part)
}

/** The schema object that holds the changed keyword. */
function ownerOf(spot: Spot, present: boolean): Pointer {
  return parentOf((present ? spot.revision : spot.base) ?? spot.revision ?? spot.base ?? '')
}

/** Climbs from a unit to the operations above it, nearest first; the first use of each direction gets the trail. */
function usesOf(start: Unit): Use[] {
  const found = new Map<string, Use>()
  const trailed = new Set<string>()
  const seen = new Set<string>()
  const open: Position[] = [{ unit: start, polarity: 'same', scope: everywhere, down: undefined }]
  for (const at of open) {
    const state = `${at.unit.id} ${at.polarity} ${at.scope.request} ${at.scope.response}`
    if (seen.has(state) || !(at.scope.request || at.scope.response)) continue
    seen.add(state)
    for (const { use, before, after } of at.unit.roots) {
      if (use.direction !== 'none' && !at.scope[use.direction]) continue
      const id = `${use.operation} ${use.direction} ${use.part} ${at.polarity}`
      if (found.has(id)) continue
      const first = !trailed.has(use.direction)
      trailed.add(use.direction)
      found.set(id, {
        ...use,
        ...(at.polarity === 'same' ? {} : { polarity: at.polarity }),
        ...(first ? { trail: { base: before, revision: after, steps: stepsOf(at), ...partsOf(start) } } : {}),
      })
    }
    for (const parent of at.unit.parents) open.push(above(at, parent))
  }
  return [...found.values()]
}

function partsOf({ before, after, text }: Unit): Pick<Trail, 'before' | 'after' | 'text'> {
  return { before, after, ...(text === undefined ? {} : { text }) }
}

function stepsOf(at: Position): SchemaStep[] {
  const steps: SchemaStep[] = []
  for (let next = at.down; next !== undefined; next = next.rest) steps.push(next.step)
  return steps
}

function above(at: Position, parent: Edge): Position {
  const undecided = at.polarity === 'undecided' || parent.polarity === 'undecided'
  return {
    unit: parent.unit,
    polarity: undecided ? 'undecided' : at.polarity === parent.polarity ? 'same' : 'inverted',
    scope: {
      request: at.scope.request && parent.scope.request,
      response: at.scope.response && parent.scope.response,
    },
    down: { step: parent.step, rest: at.down },
  }
}
