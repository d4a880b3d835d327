import type { Json } from '../../../../model/json.ts'
import { plainText } from '../../../../numbers/exact.ts'
import { fewValues } from '../../../../schema/formats/format-sets.ts'
import { atomOf } from '../../../../schema/keywords/atoms.ts'
import type { NormalSchema } from '../../../../schema/normal-form/normal.ts'
import { comparePatterns } from '../../../../schema/patterns/containment.ts'
import { lengthPatterns } from '../../../../schema/patterns/length.ts'
import { patternFlaw } from '../../../../schema/patterns/patterns.ts'
import { fitsScalar, type ScalarKeywords } from '../../../../schema/sampling/scalar.ts'
import type { SchemaPair } from '../unit.ts'

/**
 * Where one version lists its values and the other has bounds, formats or patterns: what all listed values keep to anyway
 * is redundant, and a few whole numbers between two bounds are a list too.
 */
export function alignFinite(pair: SchemaPair): SchemaPair {
  const { before, after } = pair
  if ((before.enum === undefined) === (after.enum === undefined)) return pair
  if (before.enum !== undefined) return { ...pair, after: aligned(after, asRead(pair, before.enum.value, after)) }
  return { ...pair, before: aligned(before, asRead(pair, after.enum?.value ?? [], before)) }
}

/** Where values travel as text a listed text is a number if the other version describes a number, and the reverse. */
function asRead({ text }: SchemaPair, listed: readonly Json[], { types }: NormalSchema): readonly Json[] {
  if (text === undefined) return listed
  return listed.map((value) => {
    // Null is written as an empty text, which is no text of the list.
    if (typeof value === 'object') return value
    if (types.has('string')) return typeof value === 'number' ? plainText(value) : String(value)
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
    return Number.isNaN(number) ? value : number
  })
}

function aligned(normal: NormalSchema, listed: readonly Json[]): NormalSchema {
  const few = fewValues(normal)?.filter((value) => fitsScalar(value, { ...normal, bounds: new Map() }))
  if (few === undefined) {
    const rest = withoutMet(normal, listed)
    // A pattern may be a list as well.
    return isLanguageOf(normal, listed) ? { ...rest, enum: { value: listed, pointer: normal.pointer } } : rest
  }
  const pointer = [...normal.bounds.values()][0]?.pointer ?? normal.pointer
  return { ...withoutMet(normal, few), enum: { value: normal.types.has('null') ? [...few, null] : few, pointer } }
}

/** Whether the patterns of a schema of texts match the listed texts and nothing else. */
function isLanguageOf(normal: NormalSchema, listed: readonly Json[]): boolean {
  const texts = listed.filter((value) => typeof value === 'string')
  const isText = [...normal.types].join() === 'string' && texts.length === listed.length
  if (!isText || normal.patterns.length === 0 || texts.length > 50) return false
  const one = `^(?:${texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')})$`
  const patterns = [...normal.patterns.map(({ value }) => value), ...lengthPatterns(normal)]
  return comparePatterns([one], patterns).relation === 'equal'
}

/** Without the keywords about single values that all of these keep to. */
function withoutMet(normal: NormalSchema, values: readonly Json[]): NormalSchema {
  const { multipleOf, types } = normal
  const held = values.filter((value) => types.has(atomOf(value)))
  const isMet = (keyword: Partial<ScalarKeywords>): boolean =>
    held.every((value) => fitsScalar(value, { ...free, types, ...keyword }))
  const { multipleOf: _, ...rest } = normal
  return {
    ...rest,
    bounds: new Map(
      [...normal.bounds].filter(
        ([keyword, bound]) => !/(imum|Length)$/.test(keyword) || !isMet({ bounds: new Map([[keyword, bound]]) }),
      ),
    ),
    // What no engine of ours can read is not known to hold for the values.
    patterns: normal.patterns.filter(
      (pattern) => patternFlaw(pattern.value) !== undefined || !isMet({ patterns: [pattern] }),
    ),
    formats: normal.formats.filter((format) => !isMet({ formats: [format] })),
    ...(multipleOf === undefined || isMet({ multipleOf }) ? {} : { multipleOf }),
  }
}

const free = { bounds: new Map(), patterns: [], formats: [] } as const
