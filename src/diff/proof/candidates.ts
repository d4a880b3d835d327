import type { Change } from '../../model/diff/change.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import { longestText } from '../../schema/containment/strings.ts'
import { comparePatterns } from '../../schema/patterns/containment.ts'
import { isObject, minus } from '../../util/json.ts'
import { type Vocabulary, vocabularyOf } from './vocabulary.ts'

/** The source of candidates: valid under `valid`'s schema, and probably not under the other's. */
export interface Leaf {
  readonly change: Change
  readonly valid: 'base' | 'revision'
  /** Instances of the schema that must accept, likeliest first, and of its items. */
  readonly samples: readonly Json[]
  readonly items: readonly Json[]
  /** Instances of the schema of `contains`. */
  readonly contained: readonly Json[]
  /** The lengths texts may have, as patterns. */
  readonly lengths: readonly string[]
  readonly patterns: readonly string[]
  /** Texts that its patterns match. */
  readonly matching: readonly string[]
  /** Values that undeclared properties may have. */
  readonly extras: readonly Json[]
}

/** One value of every JSON type, edge cases included: used when a change suggests no better value. */
const anything: readonly Json[] = [
  'text',
  '',
  'a',
  'A1',
  '0',
  '2026-01-31',
  1,
  0,
  -1,
  1.5,
  0.5,
  2 ** 31,
  2 ** 63,
  1e39,
  1e-7,
  true,
  false,
  null,
  [],
  {},
  [1, 1],
  { undeclared: 1 },
]

/**
 * Values at the changed location that one version allows and the other probably refuses, likeliest first.
 * None is certain: a validator decides. These are the values that the change itself names.
 */
export function suggestedBy(leaf: Leaf): readonly Json[] {
  const { change, valid, samples } = leaf
  switch (change.kind) {
    case 'schema.enum': {
      const [held, other] = valid === 'base' ? [change.before, change.after] : [change.after, change.before]
      return held === undefined ? [...unlisted(leaf, other ?? []), ...leaf.matching] : minus(held, other ?? [])
    }
    case 'schema.nullable':
      return [null]
    case 'schema.type':
      // A list where the type is one of several, or any.
      return samples.length > 0 && !samples.some(Array.isArray)
        ? []
        : leaf.items.flatMap((item) => [
            [item, item],
            ...nudged(item)
              .slice(0, 1)
              .map((other) => [item, other]),
          ])
    case 'schema.required':
      return without(samples, change.before ?? change.after ?? '')
    case 'schema.property': {
      const name = (change.before ?? change.after)?.name ?? ''
      const odd = [1, 'text', null, {}].map((value) => ({ [name]: value }))
      return [
        ...without(samples, name),
        ...objects(samples).flatMap((held) => odd.map((extra) => ({ ...held, ...extra }))),
      ]
    }
    case 'schema.closed':
      return [
        ...objects(samples).flatMap((held) => [1, ...leaf.extras].map((extra) => ({ ...held, undeclared: extra }))),
        ...arrays(samples).map((held) => [...held, 1]),
        ...leaf.items.flatMap((item) => [1, 2, 3, 4].map((size) => Array<Json>(size).fill(item))),
      ]
    case 'schema.unique-items':
      return [...leaf.items.map((item) => [item, item]), ...arrays(samples).map((held) => [...held, ...held])]
    case 'schema.multiple-of': {
      const steps = [change.before, change.after].flatMap((step) => (step === undefined ? [] : [step]))
      return steps.flatMap((step) => [step, step * 2, step * 3, step / 2, step / 10])
    }
    case 'schema.pattern': {
      const [before = [], after = []] = [change.before, change.after]
      const { onlyBefore, onlyAfter } = comparePatterns([...before, ...leaf.lengths], [...after, ...leaf.lengths])
      return [onlyBefore, onlyAfter].filter((text) => text !== undefined)
    }
    case 'schema.bound':
      return [change.before, change.after].flatMap((bound) => (bound === undefined ? [] : around(bound, leaf)))
    case 'schema.keyword':
      return spoken(
        leaf,
        vocabularyOf([change.before, change.after].flatMap((one) => (one === undefined ? [] : [one]))),
      )
    default:
      return []
  }
}

/** Texts that its patterns match and that are not listed. */
function unlisted({ patterns, lengths }: Leaf, values: readonly Json[]): readonly string[] {
  const texts = values.filter((value) => typeof value === 'string').slice(0, mostTexts)
  if (patterns.length === 0 || texts.length === 0) return []
  const escaped = texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, (sign) => `\\${sign}`))
  const { onlyBefore } = comparePatterns([...patterns, ...lengths], [`^(?:${escaped.join('|')})$`])
  return onlyBefore === undefined ? [] : [onlyBefore]
}

const mostTexts = 20
const mostItems = 10_000

/** The other candidates: the same for every change of the location. */
export function ordinaryAt({ samples }: Pick<Leaf, 'samples'>): readonly Json[] {
  return [...samples, ...samples.flatMap(nudged), ...anything]
}

/** Values that a keyword names: its own values, objects with one, with all and with all but one of its names. */
function spoken({ samples }: Leaf, { names, values }: Vocabulary): Json[] {
  const odd = [...values, 1, 'text', null, {}]
  const named = objects(samples).flatMap((held) => {
    const all = Object.fromEntries(names.map((name) => [name, held[name] ?? 1]))
    const single = names.flatMap((name) => [held[name] ?? 1, ...odd].map((value) => ({ ...held, [name]: value })))
    const butOne = names.map((name) => withoutName({ ...held, ...all }, name))
    return [{ ...held, ...all }, ...butOne, ...single]
  })
  const oddNames = objects(samples).flatMap((held) =>
    anything.flatMap((text) => (typeof text === 'string' ? [{ ...held, [text]: 1 }] : [])),
  )
  return [...values, ...named, ...oddNames]
}

/** Values just inside and just outside a bound. */
function around({ keyword, value }: { keyword: string; value: number }, leaf: Leaf): Json[] {
  const { samples, items, contained, extras } = leaf
  const near = [value, value - 1, value + 1, value - 0.5, value + 0.5]
  if (/(minimum|maximum)/i.test(keyword)) return near
  const most = keyword.endsWith('Length') ? longestText : mostItems
  const sizes = near.filter((size) => Number.isInteger(size) && size >= 0 && size <= most)
  if (keyword.endsWith('Length')) {
    const texts = ['', ...samples.filter((sample) => typeof sample === 'string')]
    return sizes.flatMap((size) => texts.map((text) => text.slice(0, size).padEnd(size, 'a')))
  }
  if (keyword.endsWith('Items')) {
    const [item = 1] = [...items, ...arrays(samples).flat()]
    return sizes.flatMap((size) => [
      Array(size).fill(item),
      Array.from({ length: size }, (_, index) => index),
      ...(items.length < size ? [] : [items.slice(0, size)]),
    ])
  }
  if (keyword.endsWith('Contains')) {
    const others = arrays(samples).flat()
    return sizes.flatMap((size) => [
      Array(size).fill(contained[0] ?? 1),
      [...others, ...Array(size).fill(contained[0] ?? 1)],
    ])
  }
  return sizes.flatMap((size) => objects(samples).map((held) => ofSize(held, size, extras[0] ?? 1)))
}

/** An object of so many properties, those it has first. */
function ofSize(held: JsonObject, size: number, value: Json): JsonObject {
  const more = Array.from({ length: size }, (_, index) => [`key${index}`, value] as const)
  return Object.fromEntries([...Object.entries(held), ...more].slice(0, size))
}

function without(samples: readonly Json[], name: string): JsonObject[] {
  return objects(samples).map((held) => withoutName(held, name))
}

function withoutName(held: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(held).filter(([key]) => key !== name))
}

/** Neighbours of a sample: still within its bounds as often as not. */
function nudged(sample: Json): Json[] {
  if (typeof sample === 'number') return [0.5, -0.5, 0.1, 1, -1].map((step) => sample + step)
  return typeof sample === 'string' ? [`${sample}a`, sample.slice(1), sample.toUpperCase()] : []
}

function objects(samples: readonly Json[]): JsonObject[] {
  return [...samples.filter(isObject), {}]
}

function arrays(samples: readonly Json[]): (readonly Json[])[] {
  return [...samples.filter((sample): sample is readonly Json[] => Array.isArray(sample)), [1]]
}
