import type { Json } from '../../../../model/json.ts'
import { plainText } from '../../../../numbers/exact.ts'
import { atomOf } from '../../../../schema/keywords/atoms.ts'
import type { NormalSchema } from '../../../../schema/normal-form/normal.ts'
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
  if (before.enum !== undefined) return { ...pair, after: withoutMet(after, asRead(pair, before.enum.value, after)) }
  return { ...pair, before: withoutMet(before, asRead(pair, after.enum?.value ?? [], before)) }
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
