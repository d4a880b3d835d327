import type { ChangeKind, Effect } from '../../../../model/diff/change.ts'
import type { NormalSchema, SchemaReader } from '../../../../schema/normal-form/normal.ts'
import { possibleTypes } from '../../../../schema/normal-form/possible-types.ts'
import { setEffect } from '../blame/effect.ts'
import type { SchemaPair } from '../unit.ts'
import { compareLeastItems } from './bounds.ts'
import { compareKeywords } from './others.ts'
import { emitTypes, haveCommonType, typeEffect } from './types.ts'

type Shape = 'one' | 'list' | 'either' | undefined

/**
 * In a part that travels as text a list of one is written like its item: one value that becomes a list, or the reverse,
 * is compared with the items. `compareValues` states every other difference of two values. Returns whether it applied.
 */
export function compareOneWithList(pair: SchemaPair, compareValues: (pair: SchemaPair) => void): boolean {
  if (pair.text === undefined) return false
  const shapes = [shapeOf(pair.base, pair.before), shapeOf(pair.revision, pair.after)].join(' ')
  const isToList = shapes.endsWith('list')
  if (shapes === 'one list' || shapes === 'list one') compareAcross(pair, isToList, compareValues)
  else if (shapes === 'either list' || shapes === 'list either') {
    emitTypes(pair, typeEffect(pair))
    // A schema of either form accepts the single value itself: it cannot be refused, or added, as an item.
    compareValues(onlyEffect(withItems(pair), isToList ? 'narrowed' : 'widened'))
    compareValues({ ...pair, before: listOnly(pair.before), after: listOnly(pair.after) })
  } else return false
  return true
}

function shapeOf(reader: SchemaReader, normal: NormalSchema): Shape {
  const types = possibleTypes(reader, normal.parts)
  if (types.has('object')) return undefined
  const isOne = (['string', 'integer', 'fraction', 'boolean'] as const).some((atom) => types.has(atom))
  if (!types.has('array')) return isOne ? 'one' : undefined
  if (normal.groups.length > 0 || normal.enum !== undefined) return undefined
  return isOne ? 'either' : 'list'
}

function compareAcross(pair: SchemaPair, isToList: boolean, compareValues: (pair: SchemaPair) => void): void {
  const values = withItems(pair)
  const [one, list] = isToList ? [pair.before, pair.after] : [pair.after, pair.before]
  const form = isToList ? pair.text?.revision : pair.text?.base
  // Items with a delimiter between them are a text too, where any text will do.
  const isText = form !== 'repeated' && takesAnyText(one)
  const more = !isText && mayHoldMore(list)
  const byItems = typeEffect(values)
  const effect = setEffect(
    byItems === 'narrowed' || byItems === 'incomparable' || (more && !isToList),
    byItems === 'widened' || byItems === 'incomparable' || (more && isToList),
  )
  const types = withNull(pair, values)
  if (effect === 'none') {
    // The same texts, read in another way: reported in both directions, because the law finds no break.
    emitTypes(types, 'widened', { request: true, response: false })
    emitTypes(types, 'narrowed', { request: false, response: true })
  } else emitTypes(types, effect)
  if (!haveCommonType(values)) return
  compareLeastItems(pair)
  compareKeywords({ ...pair, before: keywordsOf(pair.before), after: keywordsOf(pair.after) })
  compareValues(values)
}

/** A list of null is written as null is: as an empty text. */
function withNull(pair: SchemaPair, values: SchemaPair): SchemaPair {
  const joined = (list: NormalSchema, item: NormalSchema): NormalSchema =>
    item.types.has('null') ? { ...list, types: new Set([...list.types, 'null']) } : list
  return { ...pair, before: joined(pair.before, values.before), after: joined(pair.after, values.after) }
}

/** The pair with the items instead of a list. */
function withItems(pair: SchemaPair): SchemaPair {
  return { ...pair, before: single(pair.base, pair.before), after: single(pair.revision, pair.after) }
}

function single(reader: SchemaReader, normal: NormalSchema): NormalSchema {
  if (!normal.types.has('array')) return normal
  const scalars = new Set([...normal.types].filter((atom) => atom !== 'array'))
  if (scalars.size > Number(scalars.has('null'))) return { ...normal, types: scalars }
  const parts = normal.prefixItems[0] ?? normal.items
  const items = reader.normal(parts.flatMap(reader.enter))
  return parts.length === 0 ? { ...items, pointer: normal.pointer } : items
}

/** Keywords of a list that do not apply to its items; one value has none. */
function keywordsOf(normal: NormalSchema): NormalSchema {
  if (normal.types.has('array')) return normal
  return { ...normal, applicators: new Map(), opaque: new Map(), dependentRequired: new Map() }
}

/** A schema as far as it is about lists. */
function listOnly(normal: NormalSchema): NormalSchema {
  const { enum: _, multipleOf: __, ...rest } = normal
  const bounds = new Map([...normal.bounds].filter(([keyword]) => /(Items|Contains)$/.test(keyword)))
  return { ...rest, types: new Set(['array']), patterns: [], formats: [], bounds }
}

function mayHoldMore({ bounds, itemsClosed, prefixItems }: NormalSchema): boolean {
  const most = bounds.get('maxItems')?.value ?? Number.POSITIVE_INFINITY
  return Math.min(most, itemsClosed ? prefixItems.length : most) > 1
}

/** Whether any text is a value. */
export function takesAnyText(normal: NormalSchema): boolean {
  const { types, bounds, patterns, formats, groups, applicators } = normal
  const isFree = normal.enum === undefined && patterns.length + formats.length + groups.length + applicators.size === 0
  return types.has('string') && isFree && !bounds.has('maxLength')
}

/** States differences with one effect only. */
function onlyEffect(pair: SchemaPair, kept: 'narrowed' | 'widened'): SchemaPair {
  return {
    ...pair,
    emit: <K extends ChangeKind>(...[kind, before, after, effect, spot, within]: Parameters<typeof pair.emit<K>>) => {
      const left: Effect = effect === 'incomparable' ? kept : effect
      if (left === kept || left === 'none') pair.emit(kind, before, after, left, spot, within)
    },
  }
}
