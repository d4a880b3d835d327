import type { Pointer } from '../model/json.ts'
import type { Operation, OperationKey } from '../model/operation.ts'
import { suitability } from './identity.ts'
import { identifiers, isIdentifier, keyOf } from './names.ts'
import type { Need } from './needs.ts'
import { shapeOf } from './paths.ts'
import type { Producer, Producers, Shown } from './producers.ts'

/** A possible source of a need's value, with the reason. */
export interface Candidate {
  readonly operation: OperationKey
  /**
   * `key`: map key at the end of `at` · `entity`: identifier missing from the description · `request`: the operation's own path.
   */
  readonly from: 'body' | 'key' | 'entity' | 'header' | 'link' | 'request'
  readonly at: Pointer
  /** `lists it`, `makes it` … */
  readonly reason: string
  /** Lower is better. */
  readonly rank: number
  /** Identifies exactly this resource, by path or link. Others are matched by name or schema and may identify another kind. */
  readonly isCertain: boolean
  readonly isMaking: boolean
}

export const mostCandidates = 6

const ranks = {
  link: 0,
  create: 10,
  list: 20,
  search: 30,
  put: 35,
  noun: 40,
  component: 50,
  name: 60,
  same: 70,
} as const

/** Returns unsorted candidates for needs with the same value. `around`: related operations whose items probably contain it. */
export function candidatesOf(
  producers: Producers,
  same: readonly Need[],
  around: ReadonlySet<OperationKey>,
): readonly Candidate[] {
  const [need] = same
  if (need === undefined) return []
  const names = [...new Set(same.map(({ name }) => name))]
  const at = need.collection === undefined ? [] : (producers.byCollection.get(need.collection) ?? [])
  const ofSameNoun = (producers.byNoun.get(need.noun) ?? []).filter((one) => !at.includes(one)).slice(0, mostCandidates)
  return [
    ...same.flatMap((one) => linked(producers, one)),
    ...at.flatMap((one) => shownBy(one, need, names, ranks[one.how === 'read' ? 'list' : one.how], true)),
    ...ofSameNoun.flatMap((one) => shownBy(one, need, names, ranks.noun, false)),
    ...byComponent(producers, need, same),
    ...byName(producers, same, around),
  ]
}

/** `PUT` creates a resource at its path (RFC 9110 §9.3.4), so it is the source if no operation lists or creates one. */
export function madeByPut(same: readonly Need[], operations: ReadonlyMap<OperationKey, Operation>): Candidate[] {
  return same
    .filter(({ operation, id, in: location }) => {
      const { method, path = '' } = operations.get(operation) ?? {}
      return location === 'path' && method === 'PUT' && shapeOf(path) === id
    })
    .map(({ operation }) => ({
      ...{ operation, from: 'request' as const, at: '', rank: ranks.put, isCertain: true, isMaking: true },
      reason: 'makes the one that it is called with',
    }))
}

function linked({ links }: Producers, { operation, name, in: location }: Need): Candidate[] {
  return (links.get(operation) ?? [])
    .filter(({ parameters }) => parameters.includes(name) || parameters.includes(`${location}.${name}`))
    .map(({ from, name: link }) => ({
      ...{ operation: from.key, from: 'link' as const, at: link, rank: ranks.link, isCertain: true, isMaking: false },
      reason: `its link ${link} leads here`,
    }))
}

const reasons = {
  list: 'lists them at the path before',
  search: 'searches them at the path before',
  create: 'makes one at the path before',
  read: 'shows them',
} as const

/** Returns at most two members, and `Location`. */
function shownBy(
  { operation, how, yields, noun }: Producer,
  need: Need,
  names: readonly string[],
  rank: number,
  isCertain: boolean,
): Candidate[] {
  const reason = isCertain ? reasons[how] : `${how === 'create' ? 'makes' : 'lists'} something called ${noun}`
  const fitting = yields
    .filter((one) => one.isPrimary && typesFit(need, one.types))
    .flatMap((one) => {
      const score = suitability(one, need, names)
      return score === undefined ? [] : [{ one, score: score + (isOtherType(need, one.types) ? 20 : 0) }]
    })
    .sort((a, b) => a.score - b.score)
    // If the first is exactly the requested name, a second isn't needed.
    .filter((_, index, [first]) => index === 0 || (index === 1 && first !== undefined && first.score > 2))
  const base = { operation: operation.key, isCertain, isMaking: how === 'create' }
  const shown: Candidate[] = fitting.map(({ one }, index) => ({
    ...{ ...base, from: one.isKey ? 'key' : 'body', at: one.at, rank: rank + index * 3, reason },
  }))
  // A value the description doesn't name is searched in the response, unless the path names another resource.
  const isNameless = isCertain && fitting.length === 0 && need.collection?.endsWith(`/${need.noun}`) === true
  if (isNameless) shown.push({ ...base, from: 'entity', at: '', rank: rank + 2, reason })
  const hasLocation = operation.responses.some(
    ({ status, headers }) => status === '201' || headers.some(({ name }) => /^location$/i.test(name)),
  )
  if (isCertain && how === 'create' && (hasLocation || shown.length === 0))
    shown.push({ ...base, from: 'header', at: 'location', rank: rank + 1, reason })
  return shown
}

/** An integer can't be filled by a string. Unknown types match. */
function typesFit({ types }: Need, shown: ReadonlySet<string>): boolean {
  if (types.size === 0 || shown.size === 0 || types.has('string')) return true
  const numeric = (all: ReadonlySet<string>): boolean => all.has('integer') || all.has('number')
  return numeric(types) === numeric(shown) || [...types].some((type) => shown.has(type))
}

function isOtherType({ types }: Need, shown: ReadonlySet<string>): boolean {
  return types.has('string') && shown.size > 0 && !shown.has('string')
}

/** Returns candidates from objects of the component returned by reading the resource, wherever they occur. */
function byComponent(producers: Producers, need: Need, same: readonly Need[]): Candidate[] {
  const own = componentOf(producers, need, same)
  const shown = (own === undefined ? [] : (producers.byComponent.get(own) ?? [])).slice(0, 200)
  return shown
    .filter(({ shown: one }) => typesFit(need, one.types) && suitability(one, need, [need.name]) !== undefined)
    .slice(0, mostCandidates)
    .map(({ producer, shown: one }) => ({
      ...{
        operation: producer.operation.key,
        from: one.isKey ? 'key' : 'body',
        at: one.at,
        isCertain: false,
        isMaking: false,
      },
      ...{ rank: ranks.component + depthOf(one.at), reason: `shows ${own?.split('/').at(-1)}, which is what it reads` },
    }))
}

function componentOf(
  { byOperation }: Producers,
  { id, in: location }: Need,
  same: readonly Need[],
): Pointer | undefined {
  if (location !== 'path') return undefined
  const reader = same
    .map(({ operation }) => byOperation.get(operation))
    .find((one) => one?.operation.method === 'GET' && shapeOf(one.operation.path) === id)
  return reader?.yields.find(({ isPrimary, at }) => isPrimary && !at.includes('*'))?.components[0]
}

/** Returns the possible names of a value including its noun: for `{owner}` the owner's id, login or name. */
export function qualified({ noun, identifier }: Need): readonly string[] {
  if (noun === '') return []
  return identifier === '' ? [noun, ...identifiers.map((one) => `${noun}${one}`)] : [`${noun}${identifier}`]
}

/** Returns the plain name if it is more specific than `id`. */
export function alike({ name }: Need): readonly string[] {
  const key = keyOf(name)
  return isIdentifier(key) ? [] : [key]
}

/** Returns candidates whose property has the requested name. */
function byName({ byKey }: Producers, same: readonly Need[], around: ReadonlySet<OperationKey>): Candidate[] {
  const [need] = same
  if (need === undefined) return []
  const near = (all: readonly Shown[]): readonly Shown[] =>
    around.size === 0
      ? all.slice(0, mostOfAName)
      : [...all.filter(({ producer }) => around.has(producer.operation.key)), ...all].slice(0, mostOfAName)
  const shownAs = (keys: readonly string[]): Shown[] =>
    keys.flatMap((key) => near(byKey.get(key) ?? [])).filter(({ shown }) => typesFit(need, shown.types))
  const nearness = ({ operation: { key } }: Producer): number => (around.has(key) ? 15 : 0)
  const candidate = ({ producer, shown }: Shown, rank: number, reason: string): Candidate => ({
    ...{
      operation: producer.operation.key,
      from: shown.isKey ? 'key' : 'body',
      at: shown.at,
      isCertain: false,
      isMaking: false,
    },
    ...{ rank: rank + depthOf(shown.at) + (shown.isPrimary ? 0 : 1) - nearness(producer), reason },
  })
  return [
    ...shownAs(qualified(need)).map((one) => {
      const penalty = isOtherType(need, one.shown.types) ? 8 : 0
      return candidate(
        one,
        ranks.name + penalty,
        `shows the ${need.identifier || one.shown.name || 'name'} of ${need.noun}`,
      )
    }),
    ...shownAs([...new Set(same.flatMap(alike))]).map((one) =>
      candidate(one, ranks.same, 'shows a value of the same name'),
    ),
  ]
}

const mostOfAName = 60

/** Returns the depth of a value; values near the root are preferred. */
function depthOf(at: Pointer): number {
  return Math.min(9, at.split('/').length - 1)
}
