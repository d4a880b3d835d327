import type { Effect } from '../../../../model/diff/change.ts'
import type { Conjunction, NormalSchema } from '../../../../schema/normal-form/normal.ts'
import { comparePatterns, type PatternRelation } from '../../../../schema/patterns/containment.ts'
import { matchesPattern } from '../../../../schema/sampling/scalar.ts'
import { canonical } from '../../../../util/json.ts'
import type { SchemaPair } from '../unit.ts'

type Entry = readonly [pattern: string, parts: Conjunction]

/** Compares `patternProperties`: equal patterns first, then patterns of which one includes the other. */
export function comparePatternProperties(pair: SchemaPair): void {
  const { before, after } = pair
  let [removed, added] = [onlyIn(before, after), onlyIn(after, before)]
  for (const [pattern, was] of before.patternProperties) {
    const is = after.patternProperties.get(pattern)
    if (is !== undefined) pair.child({ kind: 'other', keyword: `patternProperties/${pattern}` }, was, is)
  }
  if (before.closed === after.closed) {
    if (isOneSchema(pair, removed, added)) {
      const relation = comparePatterns([unionOf(removed)], [unionOf(added)]).relation
      if (relation !== 'unknown') {
        emitPatterns(pair, removed, added, relation)
        return
      }
    }
    for (const entry of removed) {
      const twin = added.find((other) => isContained(entry, other))
      if (twin === undefined) continue
      const relation = comparePatterns([entry[0]], [twin[0]]).relation
      emitPatterns(pair, [entry], [twin], relation)
      // Names that match the narrower pattern exist in both versions.
      const keyword = `patternProperties/${relation === 'narrowed' ? twin[0] : entry[0]}`
      pair.child({ kind: 'other', keyword }, entry[1], twin[1])
      removed = removed.filter((other) => other !== entry)
      added = added.filter((other) => other !== twin)
    }
  }
  for (const entry of removed) emitAlone(pair, entry, 'removed')
  for (const entry of added) emitAlone(pair, entry, 'added')
}

const none: Conjunction = []

export function partsMatching({ patternProperties }: NormalSchema, name: string): Conjunction {
  if (patternProperties.size === 0) return none
  return [...patternProperties].flatMap(([pattern, parts]) => (matchesPattern(pattern, name, false) ? parts : []))
}

function onlyIn(side: NormalSchema, other: NormalSchema): readonly Entry[] {
  return [...side.patternProperties].filter(([pattern]) => !other.patternProperties.has(pattern))
}

function isContained([was]: Entry, [is]: Entry): boolean {
  const { relation } = comparePatterns([was], [is])
  return relation !== 'unknown' && relation !== 'incomparable'
}

function isOneSchema(pair: SchemaPair, removed: readonly Entry[], added: readonly Entry[]): boolean {
  const [first] = removed
  if (first === undefined || added.length === 0) return false
  const text = (parts: Conjunction): string => canonical(parts.map(({ node }) => node))
  const areAlike = [...removed, ...added].every(([, parts]) => text(parts) === text(first[1]))
  return areAlike && added.every(([, parts]) => pair.same(first[1], parts))
}

function unionOf(entries: readonly Entry[]): string {
  return entries.length === 1 ? (entries[0]?.[0] ?? '') : entries.map(([pattern]) => `(?:${pattern})`).join('|')
}

/** Reports patterns: in a closed object a pattern allows names, in an open one it restricts their values. */
function emitPatterns(
  pair: SchemaPair,
  removed: readonly Entry[],
  added: readonly Entry[],
  relation: PatternRelation,
): void {
  const turned: Readonly<Partial<Record<PatternRelation, Effect>>> = { narrowed: 'widened', widened: 'narrowed' }
  const effect = relation === 'equal' || relation === 'unknown' ? 'none' : relation
  if (effect === 'none') return
  const value = (entries: readonly Entry[]) => ({ keyword: 'patternProperties', value: unionOf(entries) })
  const acts = actsOtherwise(pair, [...removed, ...added])
  const reportedEffect = acts ? 'incomparable' : pair.after.closed ? effect : (turned[relation] ?? effect)
  pair.emit('schema.keyword', value(removed), value(added), reportedEffect, {
    base: removed[0]?.[1][0]?.pointer,
    revision: added[0]?.[1][0]?.pointer,
    location: pair.after.pointer,
  })
}

/**
 * Returns whether names of these patterns have another schema without them: that of undeclared properties in an open object, or
 * that of declared properties and other patterns in a closed one.
 */
function actsOtherwise({ before, after }: SchemaPair, entries: readonly Entry[]): boolean {
  return [before, after].some(({ closed, additional, properties, patternProperties }) => {
    if (!closed) return additional.length > 0
    const isNamed = [...properties.keys()].some((name) =>
      entries.some(([pattern]) => matchesPattern(pattern, name, true)),
    )
    return isNamed || [...patternProperties.keys()].some((other) => entries.every(([pattern]) => pattern !== other))
  })
}

function emitAlone(pair: SchemaPair, entry: Entry, way: 'removed' | 'added'): void {
  const { before, after, emit } = pair
  const [pattern, parts] = entry
  const keyword = { keyword: 'patternProperties', value: pattern }
  const lets = before.closed && after.closed
  const isMixed = before.closed !== after.closed || actsOtherwise(pair, [entry])
  const effect = isMixed ? 'incomparable' : lets === (way === 'removed') ? 'narrowed' : 'widened'
  const pointer = parts[0]?.pointer
  const spot = {
    base: way === 'removed' ? (pointer ?? before.pointer) : before.pointer,
    revision: way === 'added' ? (pointer ?? after.pointer) : after.pointer,
    location: after.pointer,
  }
  emit('schema.keyword', way === 'removed' ? keyword : undefined, way === 'added' ? keyword : undefined, effect, spot)
}
