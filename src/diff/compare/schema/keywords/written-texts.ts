import type { BoundKeyword } from '../../../../model/diff/change.ts'
import { plainText } from '../../../../numbers/exact.ts'
import { formatPatterns } from '../../../../schema/formats/format-patterns.ts'
import { numberRange, restrictingFormats } from '../../../../schema/formats/format-sets.ts'
import type { Atom } from '../../../../schema/keywords/atoms.ts'
import type { NormalSchema, Sited } from '../../../../schema/normal-form/normal.ts'
import { comparePatterns } from '../../../../schema/patterns/containment.ts'
import { integersBetween } from '../../../../schema/patterns/digits.ts'
import { lengthPatterns } from '../../../../schema/patterns/length.ts'
import { patternFlaw } from '../../../../schema/patterns/patterns.ts'
import { isGuess, markOf } from '../../../../util/marks.ts'
import type { SchemaPair } from '../unit.ts'

/**
 * Where values travel as text a number is compared with a text by the texts that are written for it: what all of them match
 * is no constraint, and texts that are all read as such a number are one. OpenAPI does not define how a number is written;
 * clients print an integer as digits, any other number as JSON does.
 */
export function alignWritten(pair: SchemaPair): SchemaPair {
  const { before, after, text } = pair
  if (text === undefined) return pair
  if (isText(before) && isWritten(after)) return { ...pair, before: aligned(before, after) }
  if (isWritten(before) && isText(after)) return { ...pair, after: aligned(after, before) }
  return pair
}

/** Whether all texts that are written for the values of a schema of numbers or booleans satisfy a schema of texts. */
export function isWrittenWithin(values: NormalSchema, texts: NormalSchema): boolean {
  if (!isWritten(values) || !isText(texts)) return false
  const written = writtenAs(values)
  const { patterns, formats, bounds } = written === undefined ? texts : withoutMet(texts, written)
  return patterns.length + restrictingFormats({ ...texts, formats }).length + bounds.size === 0
}

function isText(normal: NormalSchema): boolean {
  return isPlain(normal) && normal.enum === undefined && typesOf(normal).join() === 'string'
}

function isWritten(normal: NormalSchema): boolean {
  const types = typesOf(normal)
  return (
    isPlain(normal) &&
    types.length > 0 &&
    types.every((atom) => atom === 'integer' || atom === 'fraction' || atom === 'boolean')
  )
}

function isPlain({ groups, applicators, opaque }: NormalSchema): boolean {
  return groups.length + applicators.size + opaque.size === 0
}

function typesOf({ types }: NormalSchema): readonly Atom[] {
  return [...types].filter((atom) => atom !== 'null')
}

/** A text as one of the values it is compared with, as far as its texts are such values, without what those keep to anyway. */
function aligned(texts: NormalSchema, values: NormalSchema): NormalSchema {
  const written = writtenAs(values)
  const rest = written === undefined ? texts : withoutMet(texts, written)
  const all = languageOf(texts)
  const isReadAs = (one: NormalSchema): boolean => {
    const read = readAs(one)
    return read !== undefined && isWithin(all, [read])
  }
  const { enum: _, multipleOf: __, ...bare } = { ...values, bounds: new Map(), formats: [] }
  if (!isReadAs(bare)) return rest
  const { enum: listed, multipleOf } = values
  const bounds = [...values.bounds].filter(([keyword, bound]) =>
    isReadAs({ ...bare, bounds: new Map([[keyword, bound]]) }),
  )
  return {
    ...rest,
    types: new Set([...typesOf(values), ...(texts.types.has('null') ? (['null'] as const) : [])]),
    bounds: new Map([...rest.bounds, ...bounds]),
    formats: [...rest.formats, ...values.formats.filter((format) => isReadAs({ ...bare, formats: [format] }))],
    ...(listed !== undefined && isReadAs({ ...bare, enum: listed }) ? { enum: listed } : {}),
    ...(multipleOf !== undefined && isReadAs({ ...bare, multipleOf }) ? { multipleOf } : {}),
  }
}

/** Without the keywords that all texts of a pattern keep to. */
function withoutMet(texts: NormalSchema, written: string): NormalSchema {
  const met = (patterns: readonly string[]): boolean => isWithin([written], patterns)
  const isFormatMet = ({ value }: Sited<string>): boolean => {
    const pattern = formatPatterns[value]?.under
    return pattern !== undefined && met([pattern])
  }
  const restricting = restrictingFormats(texts)
  return {
    ...texts,
    bounds: new Map(
      [...texts.bounds].filter(([keyword, bound]) => !met(lengthPatterns({ bounds: new Map([[keyword, bound]]) }))),
    ),
    patterns: texts.patterns.filter(({ value }) => patternFlaw(value) !== undefined || !met([value])),
    formats: texts.formats.filter((format) => !restricting.includes(format) || !isFormatMet(format)),
  }
}

/** Patterns that all texts of a schema match, by what is stated: a guess takes no stated change away. */
function languageOf(texts: NormalSchema): readonly string[] {
  const isGuessed = ({ pointer }: Sited<string>) =>
    texts.parts.some((part) => pointer.startsWith(part.pointer) && isGuess(markOf(part.node), 'pattern'))
  const patterns = texts.patterns
    .filter((one) => patternFlaw(one.value) === undefined && !isGuessed(one))
    .map(({ value }) => value)
  const formats = texts.formats.flatMap(({ value }) => formatPatterns[value]?.over ?? [])
  return [...patterns, ...formats, ...lengthPatterns(texts)]
}

function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  const { relation } = comparePatterns(inner, outer)
  return relation === 'equal' || relation === 'widened'
}

const fraction = '(?:0|[1-9][0-9]*)(?:\\.[0-9]+(?:e-[0-9]+)?|e-[0-9]+)'
const boolean = '(?:true|false)'

/** A pattern that all texts match that are written for the values of a schema; undefined for values of other types. */
function writtenAs(values: NormalSchema): string | undefined {
  if (values.enum !== undefined) return listedAs(values.enum)
  const { least, most, isWhole } = numberRange(values)
  const whole = integersBetween(limit(least), limit(most))
  const shape = (atom: Atom): string | undefined => {
    if (atom === 'integer') return whole
    if (atom === 'boolean') return boolean
    return `${least >= 0 ? '' : '-?'}${fraction}`
  }
  const atoms = typesOf(values).filter((atom) => atom !== 'fraction' || !isWhole)
  return anchored(atoms.flatMap((atom) => shape(atom) ?? []))
}

/** A limit that can be counted to; beyond the safe integers it is as if there were none. */
function limit(value: number): number {
  if (Number.isSafeInteger(value) || !Number.isFinite(value)) return value
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? Math.round(value) : Math.sign(value) * Number.POSITIVE_INFINITY
}

/** A pattern of texts that are surely read as values of a schema; undefined where there is none. */
function readAs(values: NormalSchema): string | undefined {
  if (values.enum !== undefined) return listedAs(values.enum)
  if (values.multipleOf !== undefined) return undefined
  const { least, most, isWhole } = numberRange(values)
  const isBounded = Number.isFinite(least) || Number.isFinite(most)
  const shape = (atom: Atom): string | undefined => {
    if (atom === 'boolean') return boolean
    const isExact = [least, most].every((value) => Number.isSafeInteger(value) || !Number.isFinite(value))
    if (atom === 'integer') return isExact ? integersBetween(least, most, true) : undefined
    if (isWhole || (isBounded && !isNatural(values.bounds))) return undefined
    return `${isBounded ? '' : '-?'}[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?`
  }
  return anchored(typesOf(values).flatMap((atom) => shape(atom) ?? []))
}

function isNatural(bounds: ReadonlyMap<BoundKeyword, Sited<number>>): boolean {
  return [...bounds].every(([keyword, { value }]) => keyword === 'minimum' && value === 0)
}

function listedAs({ value }: NonNullable<NormalSchema['enum']>): string | undefined {
  const texts = value
    .filter((one) => one !== null)
    .map((one) => (typeof one === 'number' ? plainText(one) : String(one)))
  return texts.length > mostListed
    ? undefined
    : anchored(texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')))
}

/** As many as `fewValues` makes of two bounds. */
const mostListed = 100

function anchored(alternatives: readonly string[]): string | undefined {
  return alternatives.length === 0 ? undefined : `^(?:${alternatives.join('|')})$`
}
