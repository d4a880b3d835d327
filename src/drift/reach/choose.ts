import type { Json } from '../../model/json.ts'
import { keyOf } from '../../resources/names.ts'
import type { Need } from '../../resources/needs.ts'
import { inputNames } from '../generation/parameters.ts'
import { isConsistent } from '../harm/owned.ts'
import type { RequestInput } from '../planning/plan.ts'
import type { CapturedValue, Pool } from './pool.ts'

/** A captured value in use. */
export interface UsedValue {
  readonly need: Need
  readonly value: string | number
  /** The operation whose response contained it. */
  readonly from: string
  readonly isCertain: boolean
  readonly isMade: boolean
  /** Something was changed since it was captured. */
  readonly mayBeGone?: true
}

/** Captured values for one call. */
export interface Choice {
  /** Without body values; `used` contains them with their pointers. */
  readonly input: RequestInput
  readonly used: readonly UsedValue[]
}

/** Inputs of `choiceOf`. */
export interface Choosing {
  readonly pool: Pool
  readonly needs: readonly Need[]
  readonly given: RequestInput
  readonly onlyMade: boolean
  /** `changes`: resources created by this run come first. `ends` (deletes): same, followed by the ones captured earliest. */
  readonly effect: 'reads' | 'changes' | 'ends'
  isRefused(choice: Choice): boolean
  /** Tests whether values of this kind were rejected before, so that others come first. */
  isUnliked?(need: Need, captured: CapturedValue): boolean
  fits?(need: Need, value: string | number): boolean
}

const mostCombinations = 200

/** Returns the best combination that was not refused. Nested identifiers keep their parents; neighbouring values stay together. */
export function choiceOf(choosing: Choosing): Choice {
  const { pool, needs, given, isRefused } = choosing
  const path = needs.filter((need) => need.in === 'path')
  const givenPath = given.path ?? {}
  const fixed = Object.fromEntries(
    path.flatMap(({ id, name }) => (isGiven(givenPath, name) ? [[id, String(givenPath[name])]] : [])),
  )
  const open = path.filter(({ name }) => !isGiven(givenPath, name))
  const others = needs.filter((need) => need.in !== 'path' && !isGivenElsewhere(need, given))
  const offers = others.map((need) => ({ need, values: offered(pool, need, choosing) }))
  let left = mostCombinations
  for (const used of combinations(choosing, [...open].reverse(), fixed, [])) {
    for (let turn = 0; turn < Math.max(1, ...offers.map(({ values }) => values.length)); turn++) {
      const all = withOffers(used, offers, turn)
      const choice = choiceFrom(all.map(({ need, captured }) => usedOf(need, captured)))
      if (!isRefused(choice)) return choice
      left -= 1
      if (left <= 0) return { input: {}, used: [] }
    }
  }
  return { input: {}, used: [] }
}

interface Taken {
  readonly need: Need
  readonly captured: CapturedValue
}

/** Adds a value per need outside the path, preferably one that no other need uses. `turn`: its index among the offers. */
function withOffers(
  used: readonly Taken[],
  offers: readonly { readonly need: Need; readonly values: readonly CapturedValue[] }[],
  turn: number,
): readonly Taken[] {
  const all = [...used]
  for (const { need, values } of offers) {
    const left = values.filter((captured) => !isTaken(need, captured, all))
    const from = left.length > 0 ? left : values
    const captured = from[Math.min(turn, from.length - 1)]
    if (captured !== undefined) all.push({ need, captured })
  }
  return all
}

/** Yields values for path parameters, innermost first; omits parameters without a known value. */
function* combinations(
  choosing: Choosing,
  [need, ...rest]: readonly Need[],
  fixed: CapturedValue['parents'],
  taken: readonly Taken[],
): Generator<readonly Taken[]> {
  if (need === undefined) {
    yield taken
    return
  }
  const bound = Object.hasOwn(fixed, need.id) ? fixed[need.id] : undefined
  const values = offered(choosing.pool, need, choosing)
    .filter(
      (captured) => (bound === undefined || String(captured.value) === bound) && isConsistent(captured.parents, fixed),
    )
    .map((captured, index) => ({
      captured,
      rank:
        index -
        1000 * relation(captured, taken) -
        (isOwnParent(need, captured, taken) ? 1e5 : 0) +
        (isTaken(need, captured, taken) ? 1e6 : 0),
    }))
    .sort((a, b) => a.rank - b.rank)
  if (values.length === 0 && bound !== undefined) {
    // The parent of a known value exists although no response contained it separately.
    const captured: CapturedValue = {
      value: bound,
      ...parentOf(taken),
      at: '',
      parents: {},
      isCertain: true,
      isMade: false,
    }
    yield* combinations(choosing, rest, fixed, [...taken, { need, captured }])
    return
  }
  if (values.length === 0) yield* combinations(choosing, rest, fixed, taken)
  for (const { captured } of values) {
    const below = { ...fixed, ...captured.parents, [need.id]: String(captured.value) }
    yield* combinations(choosing, rest, below, [...taken, { need, captured }])
  }
}

/** Tests whether another parameter for the same kind of resource has this value; operations such as compare or move need two. */
function isTaken(need: Need, { value }: CapturedValue, taken: readonly Taken[]): boolean {
  const hasRole = ({ name, noun, identifier }: Need): boolean =>
    ![`${noun}${identifier}`, identifier].includes(keyOf(name))
  return taken.some(
    ({ need: other, captured }) =>
      other.id !== need.id &&
      other.noun === need.noun &&
      String(captured.value) === String(value) &&
      (hasRole(other) || hasRole(need)),
  )
}

function parentOf(taken: readonly Taken[]): Pick<CapturedValue, 'from' | 'exchange'> {
  const { from = '', exchange = 0 } = taken[0]?.captured ?? {}
  return { from, exchange }
}

/** Tests whether an already chosen inner value came from an object that also contains this value. */
function isOwnParent({ id }: Need, { value }: CapturedValue, taken: readonly Taken[]): boolean {
  return taken.some(({ captured: { ownParents } }) => ownParents !== undefined && ownParents[id] === String(value))
}

/** Returns how many leading pointer tokens the value shares with the nearest chosen value of the same response; 0 if there is none. */
function relation(captured: CapturedValue, taken: readonly Taken[]): number {
  const shared = taken.map(({ captured: other }) => {
    if (other.exchange !== captured.exchange || other.at === '' || captured.at === '') return 0
    const [a, b] = [other.at.split('/'), captured.at.split('/')]
    const apart = a.findIndex((token, index) => token !== b[index])
    return apart < 0 ? a.length : apart
  })
  return Math.max(0, ...shared)
}

function offered(
  pool: Pool,
  need: Need,
  { needs, onlyMade, effect, fits, isUnliked }: Choosing,
): readonly CapturedValue[] {
  // `onlyMade` restricts the resource that the operation acts on, not its parents.
  const path = needs.filter((one) => one.in === 'path')
  const isActedOn = path.length === 0 || need === path.at(-1)
  const fitting = pool
    .of(need.id)
    .filter((captured) => (!onlyMade || !isActedOn || captured.isMade) && (fits?.(need, captured.value) ?? true))
  const isLate = (captured: CapturedValue): boolean => isUnliked?.(need, captured) === true
  const all = [...fitting.filter((captured) => !isLate(captured)), ...fitting.filter(isLate)]
  if (effect === 'reads') return all
  const certain = all.filter(({ isCertain, mayBeGone }) => isCertain && mayBeGone === undefined)
  const made = certain.filter(({ isMade }) => isMade)
  const found = certain.filter(({ isMade }) => !isMade)
  const rest = all.filter((one) => !certain.includes(one))
  return [...made, ...(effect === 'ends' ? found.reverse() : found), ...rest]
}

function usedOf(need: Need, { value, from, isCertain, isMade, mayBeGone }: CapturedValue): UsedValue {
  return { need, value, from, isCertain, isMade, mayBeGone }
}

function choiceFrom(used: readonly UsedValue[]): Choice {
  const path: Record<string, Json> = {}
  const rest: Record<string, Record<string, Json>> = {}
  for (const { need, value } of used) {
    if (need.in === 'body') continue
    const typed = typedFor(need, value)
    if (need.in === 'path') path[need.name] = typed
    else {
      const name = inputNames[need.in]
      rest[name] = { ...rest[name], [need.name]: need.isList ? [typed] : typed }
    }
  }
  return { input: { ...(Object.keys(path).length > 0 && { path }), ...rest }, used }
}

/** Converts a value to the expected type: `7` for an integer, `"7"` for a string. */
export function typedFor({ types, in: location }: Need, value: string | number): string | number {
  const isNumber = types.has('integer') || types.has('number')
  if (typeof value === 'number')
    return !isNumber && (types.has('string') || location === 'path') ? String(value) : value
  return isNumber && !types.has('string') && /^-?\d{1,15}$/.test(value) ? Number(value) : value
}

function isGiven(values: NonNullable<RequestInput['path']>, name: string): boolean {
  return Object.hasOwn(values, name) && values[name] !== undefined
}

function isGivenElsewhere({ in: location, name }: Need, given: RequestInput): boolean {
  return location !== 'body' && location !== 'path' && isGiven(given[inputNames[location]] ?? {}, name)
}
