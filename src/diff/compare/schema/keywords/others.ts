import type { Json, Pointer } from '../../../../model/json.ts'
import type { Applicator, NormalSchema } from '../../../../schema/normal-form/normal.ts'
import { canonical, equalJson, minus, ownArray } from '../../../../util/json.ts'
import { parentOf } from '../../../../util/pointer.ts'
import { byText } from '../../../../util/text.ts'
import { keyOf, pairUp } from '../../pair-up.ts'
import { setEffect } from '../blame/effect.ts'
import type { SchemaPair } from '../unit.ts'

/** Subschemas of the remaining applicators, and the keywords compared for equality only. */
export function compareKeywords(pair: SchemaPair): void {
  const { before, after, emit } = pair
  const [held, now] = alignApplicators(before.applicators, after.applicators)
  for (const key of new Set([...held.keys(), ...now.keys()])) {
    const condition = key.replace(/^(then|else)\b/, 'if')
    // A condition is added and removed as one.
    if (condition !== key && /^if( \d+)?$/.test(condition) && held.has(condition) !== now.has(condition)) continue
    const [was, is] = [held.get(key), now.get(key)]
    const keyword = key.replace(/^(not|if|then|else|contains|propertyNames) \d+$/, '$1')
    if (was !== undefined && is !== undefined) {
      const places = keyword === key ? {} : { before: was.pointer, after: is.pointer }
      pair.child({ kind: 'other', keyword, ...places }, was.parts, is.parts, was.polarity)
      continue
    }
    const value = { keyword, value: (was ?? is)?.parts[0]?.node ?? true }
    const spot = { base: was?.pointer ?? before.pointer, revision: is?.pointer ?? after.pointer }
    // One more constraint narrows, whatever is below it; but it names properties that a closed object then lets in.
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

/**
 * Whether what a keyword holds counts for `unevaluatedProperties: false` of the same schema, which leaves alone what conditions
 * and dependent schemas name (JSON Schema 2020-12 §11.3).
 */
function namesMore({ before, after }: SchemaPair, keyword: string): boolean {
  // Only `additionalProperties` has a counterpart there.
  const isClosed = [before, after].some(({ closed, additionalPointer }) => closed && additionalPointer === undefined)
  return isClosed && /^(if|then|else|dependentSchemas)\b/.test(keyword)
}

/** Dependencies `a → b` as the keyword lists them: `{ a: [b] }`. */
function asWritten(dependencies: readonly string[]): Json {
  const written = new Map<string, string[]>()
  for (const [name = '', needed = ''] of dependencies.map((text) => text.split(' → '))) {
    written.set(name, [...(written.get(name) ?? []), needed])
  }
  return Object.fromEntries(written)
}

/** Those of a schema, and of dependent schemas that only this version has: what else they say is an edit of its own. */
function dependencies({ dependentRequired, applicators }: NormalSchema, other: NormalSchema): readonly string[] {
  const alone = [...applicators].filter(([keyword]) => keyword.startsWith(dependent) && !other.applicators.has(keyword))
  const more = alone.flatMap(([keyword, { parts }]) =>
    ownArray(parts[0]?.node, 'required').map((name) => `${keyword.slice(dependent.length)} → ${String(name)}`),
  )
  const isTold = [...other.dependentRequired.keys()]
  return [...new Set([...dependentRequired.keys(), ...more.filter((one) => isTold.includes(one))])].sort(byText)
}

const dependent = 'dependentSchemas/'

/** One more dependency narrows, one fewer widens. */
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

/** A keyword that parts of one schema write several times; a condition is one with its `then` and `else`. */
interface Written {
  readonly keyword: string
  readonly members: readonly (readonly [keyword: string, applicator: Applicator])[]
}

const repeatable = /^(not|if|contains|propertyNames)( \d+)?$/
const ofCondition = /^(then|else)( \d+)?$/

/**
 * The subschemas of two versions under names that say which are compared: of keywords that several parts of a schema write, those
 * of the same text, then those with the same condition, then the others in order.
 */
export function alignApplicators(before: Applicators, after: Applicators): readonly [Applicators, Applicators] {
  const isRepeated = [before, after].some((side) =>
    [...side.keys()].some((key) => / \d+$/.test(key) && repeatable.test(key)),
  )
  if (!isRepeated) return [before, after]
  const { pairs, removed, added } = pairUp(
    writtenIn(before),
    writtenIn(after),
    keyOf(textOf),
    keyOf(({ keyword, members }) => `${keyword} ${nodeText(members[0])}`),
    keyOf(({ keyword }) => keyword),
  )
  const [was, is] = [before, after].map((side) => new Map([...side].filter(([key]) => !isAligned(key))))
  let last = 0
  const put = (side: Map<string, Applicator> | undefined, { members }: Written): void => {
    for (const [keyword, applicator] of members) side?.set(last === 1 ? keyword : `${keyword} ${last}`, applicator)
  }
  for (const [one, other] of pairs) {
    last++
    put(was, one)
    put(is, other)
  }
  for (const one of removed) {
    last++
    put(was, one)
  }
  for (const one of added) {
    last++
    put(is, one)
  }
  return [was ?? before, is ?? after]
}

function isAligned(key: string): boolean {
  return repeatable.test(key) || ofCondition.test(key)
}

function writtenIn(side: Applicators): readonly Written[] {
  const follow = new Map<Pointer, Written['members'][number][]>()
  for (const [key, applicator] of side) {
    if (!ofCondition.test(key)) continue
    const owner = parentOf(applicator.pointer)
    const known = follow.get(owner)
    const member = [key.split(' ')[0] ?? '', applicator] as const
    if (known === undefined) follow.set(owner, [member])
    else known.push(member)
  }
  return [...side].flatMap(([key, applicator]) => {
    if (!repeatable.test(key)) return []
    const [keyword = ''] = key.split(' ')
    const members = keyword === 'if' ? (follow.get(parentOf(applicator.pointer)) ?? []) : []
    return [{ keyword, members: [[keyword, applicator] as const, ...members] }]
  })
}

function textOf({ members }: Written): string {
  return members.map((member) => `${member[0]} ${nodeText(member)}`).join('\n')
}

function nodeText(member: Written['members'][number] | undefined): string {
  return canonical(member?.[1].parts.map(({ node }) => node) ?? [])
}
