import type { Change, ChangeValues, Trail, Use } from '../../model/diff/change.ts'
import type { Json } from '../../model/json.ts'
import type { Description } from '../../model/operation.ts'
import { type NumberSet, numberRange, numbersOf, restrictingFormats } from '../../schema/formats/format-sets.ts'
import type { NormalSchema } from '../../schema/normal-form/normal.ts'
import { schemaReaderOf } from '../../schema/normal-form/normalize.ts'
import { isObject } from '../../util/json.ts'
import { compareNumbers } from '../../util/numbers/exact.ts'
import { documentedMessages, suggestedValues, valuesAt } from './documented.ts'

/**
 * Plausible values are those that ordinary clients and servers send:
 *
 * - numbers of at most 15 digits, which every double keeps (IEEE 754: `DBL_DIG`). A number of 10 digits is plausible, so
 *   `integer` → `int32` breaks clients: identifiers and timestamps exceed 2^31.
 * - strings of at most 256 characters
 * - lists and objects of at most 1,000 members
 *
 * A bound, example, default or enum extends these limits in the version that writes it: `maxLength: 5000` makes a string
 * of 5,000 characters plausible, and so does an example of that length. The range of a format (`int64`, `float`) does
 * not, because it describes storage.
 */
const plausible = {
  number: { most: 999_999_999_999_999, above: (most: number) => `numbers beyond ${most}` },
  Length: { most: 256, above: (most: number) => `texts of more than ${most} characters` },
  Items: { most: 1000, above: (most: number) => `lists of more than ${most} items` },
  Properties: { most: 1000, above: (most: number) => `objects of more than ${most} properties` },
} as const

type Dimension = keyof typeof plausible
type Range = Pick<NumberSet, 'least' | 'most'>

interface Edit {
  readonly dimension: Dimension
  readonly before: Range
  readonly after: Range
}

/** Returns why a change affects no plausible value, or `undefined` if it may. */
export type Implausible = (change: Change, use: Use) => string | undefined

/** Creates the check. Only bounds and number formats are examined. */
export function createImplausible(base: Description, revision: Description): Implausible {
  return (change, use) => {
    if (change.kind !== 'schema.bound' && change.kind !== 'schema.format') return undefined
    const used = use.trail === undefined ? change.uses.find((one) => isTrailed(one, use)) : use
    if (used?.trail === undefined) return undefined
    const reaching = { ...used, trail: used.trail }
    const [was, is] = [sideOf(base, reaching, 'base'), sideOf(revision, reaching, 'revision')]
    const edit = editOf(change, was.normal, is.normal)
    if (edit === undefined) return undefined
    const { before, after } = edit
    // Another keyword decides the effect.
    if (!exceeds(before, after, Infinity) && !exceeds(after, before, Infinity)) return undefined
    const [reach, reachNow] = [reachOf(was, edit.dimension), reachOf(is, edit.dimension)]
    if (exceeds(before, after, reach) || exceeds(after, before, reachNow)) return undefined
    return `it affects only ${plausible[edit.dimension].above(Math.max(reach, reachNow))}`
  }
}

function isTrailed(other: Use, use: Use): boolean {
  return other.direction === use.direction && other.trail !== undefined
}

interface Side {
  readonly normal: NormalSchema
  readonly suggested: readonly Json[]
}

function sideOf(description: Description, use: Use & { readonly trail: Trail }, side: 'base' | 'revision'): Side {
  const { trail } = use
  const reader = schemaReaderOf(description.document)
  const normal = reader.normal(side === 'base' ? trail.before : trail.after)
  const messages = documentedMessages(description, reader, use, trail, side)
  return { normal, suggested: [...suggestedValues(normal), ...messages.flatMap((one) => valuesAt(one, trail.steps))] }
}

function editOf(change: Change, was: NormalSchema, is: NormalSchema): Edit | undefined {
  if (change.kind === 'schema.format') return formatEdit(was, is)
  if (change.kind !== 'schema.bound') return undefined
  const { before, after } = change
  const dimension = dimensionOf((before ?? after)?.keyword ?? 'minimum')
  return { dimension, before: rangeOf(before), after: rangeOf(after) }
}

function rangeOf(bound: ChangeValues['schema.bound'] | undefined): Range {
  if (bound === undefined) return { least: -Infinity, most: Infinity }
  const { keyword, value } = bound
  // The next double represents an excluded bound.
  const step = keyword.startsWith('exclusive') ? Math.max(Math.abs(value) * Number.EPSILON, Number.MIN_VALUE) : 0
  return /^(min|exclusiveMin)/.test(keyword)
    ? { least: value + step, most: Infinity }
    : { least: -Infinity, most: value - step }
}

function dimensionOf(keyword: string): Dimension {
  if (keyword.endsWith('Contains')) return 'Items'
  return (['Length', 'Items', 'Properties'] as const).find((each) => keyword.endsWith(each)) ?? 'number'
}

function formatEdit(was: NormalSchema, is: NormalSchema): Edit | undefined {
  const formats = [...restrictingFormats(was), ...restrictingFormats(is)]
  if (formats.some(({ value }) => numbersOf(value) === undefined)) return undefined
  const [before, after] = [was, is].map((normal) => numberRange({ ...normal, bounds: new Map() })) as [
    NumberSet,
    NumberSet,
  ]
  return before.isWhole === after.isWhole ? { dimension: 'number', before, after } : undefined
}

/** Returns whether a range has values within `reach` that the other lacks. */
function exceeds(range: Range, other: Range, reach: number): boolean {
  const [least, most] = [Math.max(range.least, -reach), Math.min(range.most, reach)]
  return compareNumbers(other.most, most) < 0 || compareNumbers(other.least, least) > 0
}

/** Returns the greatest plausible number or size in a version. */
function reachOf({ normal, suggested }: Side, dimension: Dimension): number {
  const written = [...normal.bounds].flatMap(([keyword, { value }]) =>
    dimensionOf(keyword) === dimension ? Math.abs(value) : [],
  )
  const shown = suggested.map((value) => sizeOf(value, dimension))
  return Math.max(plausible[dimension].most, ...written, ...shown)
}

function sizeOf(value: Json, dimension: Dimension): number {
  if (dimension === 'number') return typeof value === 'number' ? Math.abs(value) : 0
  if (dimension === 'Length') return typeof value === 'string' ? [...value].length : 0
  if (dimension === 'Items') return Array.isArray(value) ? value.length : 0
  return isObject(value) ? Object.keys(value).length : 0
}

/** Returns whether a message contains only plausible values, ignoring suggestions of the description. */
export function isPlausible(message: Json): boolean {
  if (typeof message === 'number') return Math.abs(message) <= plausible.number.most
  if (typeof message === 'string') return message.length <= plausible.Length.most
  if (typeof message !== 'object' || message === null) return true
  const members: readonly Json[] = Object.values(message)
  return members.length <= plausible.Items.most && members.every(isPlausible)
}
