import type { Json } from '../../../../model/json.ts'
import type { Applicator, NormalSchema } from '../../../../schema/normal-form/normal.ts'
import { canonical, equalJson, minus, ownArray } from '../../../../util/json.ts'
import { parentOf } from '../../../../util/pointer.ts'
import { byText } from '../../../../util/text.ts'
import { setEffect } from '../blame/effect.ts'
import type { SchemaPair } from '../unit.ts'

/** Compares subschemas of the remaining applicators, and keywords that are only tested for equality. */
export function compareKeywords(pair: SchemaPair): void {
  const { before, after, emit } = pair
  const [old, now] = alignApplicators(before.applicators, after.applicators)
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const condition = key.replace(/^(then|else)\b/, 'if')
    // A condition is added or removed as a whole.
    if (condition !== key && /^if\b/.test(condition) && old.has(condition) !== now.has(condition)) continue
    const [was, is] = [old.get(key), now.get(key)]
    const keyword = key.replace(/^(not|if|then|else|contains|propertyNames) .*$/s, '$1')
    if (was !== undefined && is !== undefined) {
      const places = keyword === key ? {} : { before: was.pointer, after: is.pointer }
      pair.child({ kind: 'other', keyword, ...places }, was.parts, is.parts, was.polarity)
      continue
    }
    const value = { keyword, value: (was ?? is)?.parts[0]?.node ?? true }
    const spot = { base: was?.pointer ?? before.pointer, revision: is?.pointer ?? after.pointer }
    // An additional constraint narrows, but it may declare properties that a closed object then allows.
    const alone = is === undefined ? 'widened' : 'narrowed'
    const effect = namesMore(pair, keyword) ? 'incomparable' : alone
    emit('schema.keyword', was && value, is && value, effect, spot)
  }
  compareDependentRequired(pair)
  for (const keyword of new Set([...before.opaque.keys(), ...after.opaque.keys()])) {
    const [was, is] = [before.opaque.get(keyword), after.opaque.get(keyword)]
    if (equalJson(was?.value, is?.value)) continue
    const effect = was === undefined ? 'narrowed' : is === undefined ? 'widened' : 'incomparable'
    const spot = { base: was?.pointer ?? before.pointer, revision: is?.pointer ?? after.pointer }
    emit('schema.keyword', was && { keyword, value: was.value }, is && { keyword, value: is.value }, effect, spot)
  }
}

/** `unevaluatedProperties: false` ignores names in conditions and dependent schemas (JSON Schema 2020-12 §11.3). */
function namesMore({ before, after }: SchemaPair, keyword: string): boolean {
  // Objects closed by `additionalProperties` don't take such names into account.
  const isClosed = [before, after].some(({ closed, additionalPointer }) => closed && additionalPointer === undefined)
  return isClosed && /^(if|then|else|dependentSchemas)\b/.test(keyword)
}

/** Converts dependencies `a → b` to the keyword's form, `{ a: [b] }`. */
function asWritten(dependencies: readonly string[]): Json {
  const written = new Map<string, string[]>()
  for (const [name = '', needed = ''] of dependencies.map((text) => text.split(' → '))) {
    written.set(name, [...(written.get(name) ?? []), needed])
  }
  return Object.fromEntries(written)
}

function dependencies({ dependentRequired, applicators }: NormalSchema, other: NormalSchema): readonly string[] {
  const alone = [...applicators].filter(([keyword]) => keyword.startsWith(dependent) && !other.applicators.has(keyword))
  const more = alone.flatMap(([keyword, { parts }]) =>
    ownArray(parts[0]?.node, 'required').map((name) => `${keyword.slice(dependent.length)} → ${String(name)}`),
  )
  const otherNames = [...other.dependentRequired.keys()]
  return [...new Set([...dependentRequired.keys(), ...more.filter((one) => otherNames.includes(one))])].sort(byText)
}

const dependent = 'dependentSchemas/'

/** Reports dependencies: an additional one narrows, a removed one widens. */
function compareDependentRequired({ before, after, emit }: SchemaPair): void {
  const [was, is] = [dependencies(before, after), dependencies(after, before)]
  const effect = setEffect(minus(is, was).length > 0, minus(was, is).length > 0)
  if (effect === 'none') return
  const value = (list: readonly string[]) =>
    list.length === 0 ? undefined : { keyword: 'dependentRequired', value: asWritten(list) }
  const location = (normal: NormalSchema) => [...normal.dependentRequired.values()][0] ?? normal.pointer
  emit('schema.keyword', value(was), value(is), effect, {
    base: location(before),
    revision: location(after),
    location: after.pointer,
  })
}

type Applicators = NormalSchema['applicators']

const repeatable = /^(not|if|then|else|contains|propertyNames)( \d+)?$/

/** Gives subschemas to be compared the same key: repeated keywords with equal text first, then the others in order. */
function alignApplicators(before: Applicators, after: Applicators): readonly [Applicators, Applicators] {
  const isRepeated = [before, after].some((side) => [...side.keys()].some((key) => /^\w+ \d+$/.test(key)))
  if (!isRepeated) return [before, after]
  const [was, is] = [textsIn(before), textsIn(after)]
  return [renamed(before, was, new Set(is.values())), renamed(after, is, new Set(was.values()))]
}

function textsIn(side: Applicators): ReadonlyMap<string, string> {
  const written = [...side].filter(([key]) => repeatable.test(key) && !/^(then|else)\b/.test(key))
  return new Map(
    written.map(([key, one]) => [
      writerOf(key, one),
      `${keywordOf(key)} ${canonical(one.parts.map(({ node }) => node))}`,
    ]),
  )
}

function keywordOf(key: string): string {
  return key.split(' ')[0] ?? ''
}

/** A condition includes its `then` and `else`. */
function writerOf(key: string, { pointer }: Applicator): string {
  return `${keywordOf(key).replace(/^(then|else)$/, 'if')} ${parentOf(pointer)}`
}

function renamed(side: Applicators, texts: ReadonlyMap<string, string>, shared: ReadonlySet<string>): Applicators {
  const writers = new Map<string, string[]>()
  return new Map(
    [...side].map(([key, applicator]) => {
      const writer = writerOf(key, applicator)
      const text = repeatable.test(key) ? texts.get(writer) : undefined
      if (text === undefined) return [key, applicator]
      const label = shared.has(text) ? text : keywordOf(text)
      const alike = writers.get(label) ?? []
      if (!alike.includes(writer)) alike.push(writer)
      writers.set(label, alike)
      const count = alike.indexOf(writer) + 1
      return [label === text || count > 1 ? `${keywordOf(key)} ${label} ${count}` : keywordOf(key), applicator]
    }),
  )
}
