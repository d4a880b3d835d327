import { formatLengths, formatPatterns } from '../formats/format-patterns.ts'
import { formats as checkedFormats } from '../formats/formats.ts'
import type { NormalSchema } from '../normal-form/normal.ts'
import { comparePatterns } from '../patterns/containment.ts'
import { patternExampleOf, patternExamples } from '../patterns/example.ts'

/** A set of strings by length, patterns and formats. */
export interface Texts {
  readonly least: number
  readonly most: number
  readonly patterns: readonly string[]
  readonly formats: readonly string[]
  /** The listed values, if the schema has an `enum`. */
  readonly listed?: readonly string[]
}

/** Intersects the schemas' string constraints and ignores unchecked formats. */
export function textsOf(normals: readonly NormalSchema[]): Texts {
  const formats = normals.flatMap((normal) => normal.formats.map(({ value }) => value)).filter(isOfText)
  const listed = normals.flatMap((normal) => (normal.enum === undefined ? [] : [normal.enum.value]))[0]
  return {
    least: Math.max(0, ...normals.map(({ bounds }) => bounds.get('minLength')?.value ?? 0)),
    most: Math.min(...normals.map(({ bounds }) => bounds.get('maxLength')?.value ?? Number.POSITIVE_INFINITY)),
    patterns: [...new Set(normals.flatMap(({ patterns }) => patterns.map(({ value }) => value)))],
    formats,
    ...(listed === undefined ? {} : { listed: listed.filter((value) => typeof value === 'string') }),
  }
}

function isOfText(format: string): boolean {
  const checked = checkedFormats.get(format)
  return typeof checked === 'object' && 'type' in checked && checked.type === 'string'
}

/** Adds the length limits of the formats. */
function measured(texts: Texts): Texts {
  const known = texts.formats.flatMap((format) => {
    const length = formatLengths[format]
    return length === undefined ? [] : [length]
  })
  const least = Math.max(texts.least, ...known.map(([shortest]) => shortest))
  return { ...texts, least, most: Math.min(texts.most, ...known.map(([, longest]) => longest)) }
}

/** Returns true if the other sets are proven to cover a set; false proves nothing. */
export function areCovered(asked: Texts, others: readonly Texts[]): boolean {
  const texts = measured(asked)
  if (texts.least > texts.most || isNever(texts)) return true
  const fitting = others.flatMap((other) => spelledOut(other, texts.formats))
  if (fitting.some((other) => isWithin(texts, other))) return true
  const single = fitting.flatMap(asPattern)
  if (single.length < 2) return false
  const union = single.map((source) => `(?:${source})`).join('|')
  return isShown(comparePatterns(asPatterns(texts), [union]))
}

/** Replaces the formats not in `formats` by patterns that accept no other strings (a subset); empty if such patterns are unknown. */
function spelledOut(other: Texts, formats: readonly string[]): readonly Texts[] {
  const rest = other.formats.filter((format) => !formats.includes(format))
  const patterns = rest.flatMap((format) => formatPatterns[format]?.under ?? [])
  if (patterns.length < rest.length) return []
  return [{ ...other, formats: [], patterns: [...other.patterns, ...patterns] }]
}

function isNever(texts: Texts): boolean {
  // Every length is possible.
  if (texts.patterns.length === 0) return false
  const { relation } = comparePatterns(asPatterns(texts), ['[^\\s\\S]'])
  return relation === 'equal'
}

function isWithin(texts: Texts, other: Texts): boolean {
  const { least, most, patterns, listed } = other
  if (listed !== undefined)
    return listed.length <= mostListed && isShown(comparePatterns(asPatterns(texts), asPattern(other)))
  const isLong = texts.least >= least && texts.most <= most
  if (isLong && patterns.every((pattern) => texts.patterns.includes(pattern))) return true
  // The other set only limits lengths, and some string violates them.
  if (texts.patterns.length + texts.formats.length === 0 && patterns.length === 0) return false
  if (isLong)
    return isShown(comparePatterns(asPatterns(texts), patterns)) || isShown(comparePatterns(texts.patterns, patterns))
  return isShown(comparePatterns(asPatterns(texts), [...patterns, ...lengthPattern({ least, most })]))
}

/** Returns whether all strings that match the first patterns match the second. */
function isShown({ relation }: ReturnType<typeof comparePatterns>): boolean {
  return relation === 'equal' || relation === 'widened'
}

/** Returns patterns that all strings of the set match; exact if there are no formats. */
function asPatterns({ patterns, formats, ...lengths }: Texts): readonly string[] {
  return [...patterns, ...formats.flatMap((format) => formatPatterns[format]?.over ?? []), ...lengthPattern(lengths)]
}

/** Enough for language and country codes. */
const mostListed = 50

function lengthPattern({ least, most }: Pick<Texts, 'least' | 'most'>): readonly string[] {
  if (least === 0 && most === Number.POSITIVE_INFINITY) return []
  return [`^[\\s\\S]{${least},${most === Number.POSITIVE_INFINITY ? '' : most}}$`]
}

/** Returns the set as a single pattern, if it is simple enough. */
function asPattern(texts: Texts): readonly string[] {
  if (texts.listed !== undefined) return [`^(?:${texts.listed.map(escaped).join('|')})$`]
  const patterns = asPatterns(texts)
  return patterns.length > 1 ? [] : [patterns[0] ?? '']
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, (sign) => (sign === '-' ? '\\x2d' : `\\${sign}`))
}

/** Replaces formats by patterns whose matches certainly conform. */
function withUnder({ patterns, formats }: Texts): Pick<Texts, 'patterns' | 'formats'> {
  return { patterns: [...patterns, ...formats.flatMap((format) => formatPatterns[format]?.under ?? [])], formats: [] }
}

/** Yields strings longer or shorter than the others allow. Repetition finds them sooner than counting automata. */
export function* textsOfOtherLength(texts: Texts, others: readonly Texts[]): Generator<string> {
  const { least, most } = measured(texts)
  const { patterns } = withUnder(texts)
  for (const other of others) {
    for (const source of patterns) {
      if (other.most < most) yield* patternExampleOf(source, Math.max(other.most + 1, least), most)
      if (other.least > least) yield* patternExampleOf(source, least, Math.min(other.least - 1, most))
    }
  }
}

/** Maximum length of generated example strings: one more than 64 KiB, the greatest limit descriptions often set. */
export const longestText = 65_537

const ordinary = ['text', '', 'a', 'A1', '0', '-', ' ', '2026-01-31', 'ünïcode']

/** Yields candidate strings: inside the set, and just outside the others. */
export function* textsAround(texts: Texts, others: readonly Texts[]): Generator<string> {
  const own = asPatterns({ ...texts, ...withUnder(texts) })
  for (const other of others) {
    const { onlyBefore } = comparePatterns(own, asPatterns(other))
    if (onlyBefore !== undefined) yield onlyBefore
  }
  const single = others.flatMap(asPattern)
  const union = single.map((source) => `(?:${source})`).join('|')
  const beyond = single.length > 1 ? comparePatterns(own, [union]).onlyBefore : undefined
  if (beyond !== undefined) yield beyond
  yield* texts.patterns.flatMap((pattern) => patternExamples(pattern).slice(0, 4))
  yield* ordinary
  const lengths = [texts, ...others]
    .flatMap(({ least, most }) => [least - 1, least, most, most + 1])
    .filter((length) => length >= 0 && length <= longestText)
  yield* lengths.map((length) => 'a'.repeat(length))
  const listed = others.flatMap((other) => other.listed ?? [])
  yield* listed.slice(0, 5).flatMap((value) => [value, `${value}a`])
}
