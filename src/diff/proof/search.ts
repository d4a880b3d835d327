import type { ListForm, Trail, Use } from '../../model/diff/change.ts'
import type { Json } from '../../model/json.ts'
import type { CompiledSchema } from '../../model/observation.ts'
import { canonical, equalJson, isObject } from '../../util/json.ts'
import { plainText, readDescribed } from '../../util/numbers/exact.ts'
import { replacedAt, valuesAt } from './documented.ts'
import type { Exhausted } from './exhausted.ts'
import {
  branchesOf,
  documented,
  isDirect,
  maxBranches,
  messages,
  type Plan,
  shownBy,
  unnamedMessages,
} from './messages.ts'
import { isPlausible } from './plausible.ts'
import { isSimple, shrink } from './shrink.ts'
import { isOfSubtype, isOfTags } from './tagged.ts'
import type { Verdicts } from './verdicts.ts'

/** Reason given once the budget is exhausted. */
export const allSpent = 'the proofs of findings took all that proofs may take'

const ambiguous = 'several branches of a oneOf match each message that would show it, and refuse it as written'

/** Maximum numbers of messages per finding, after an implausible proof and after an ambiguous one, and of shrinking attempts. */
const [maxMessages, maxBeyondSpare, maxAmbiguous, maxShrinks] = [2000, 10, 200, 60]

/** Verdicts of both versions on a message. */
export interface Checks {
  /** Returns whether ajv accepts a message with `oneOf` as written. */
  isAccepted(body: Json): boolean
  /** Returns `ambiguous` if the versions differ only with `oneOf` as a union, because two or more branches match. */
  shows(body: Json): 'proof' | 'ambiguous' | undefined
  /** Returns whether the rejecting version accepts it with another value at the changed location, so no other edit is the reason. */
  isRepaired(body: Json): boolean
}

/** Compiled schemas of a message. `accept` and `reject` are `allow` and `refuse` with `oneOf` as written; call them after these. */
export interface Schemas extends Readonly<Record<'allow' | 'refuse', CompiledSchema>> {
  accept(): CompiledSchema
  reject(): CompiledSchema
}

export function checksOf(
  plan: Plan,
  { allow, accept, refuse, reject }: Schemas,
  { isAcceptedBy, isRefusedBy }: Verdicts,
): Checks {
  const { trail, valid } = plan
  const invalid = valid === 'base' ? 'revision' : 'base'
  return {
    isAccepted(body) {
      const sent = readingsOf(body, trail, valid)
      return isAcceptedBy(allow, sent) && isAcceptedBy(accept(), sent)
    },
    shows(body) {
      const sent = readingsOf(body, trail, valid)
      if (!isAcceptedBy(allow, sent)) return undefined
      const received = readingsOf(body, trail, valid, invalid)
      if (!isRefusedBy(refuse, received)) return undefined
      return isAcceptedBy(accept(), sent) && isRefusedBy(reject(), received) ? 'proof' : 'ambiguous'
    },
    isRepaired: (body) =>
      repaired(plan, body).some((fixed) => isAcceptedBy(refuse, readingsOf(fixed, trail, valid, invalid))),
  }
}

export type Found = { readonly body: Json } | { readonly reason: string }

/** Searches a proof: documented messages with one value replaced, then messages built for the change. */
export function search(plan: Plan, use: Use, checks: Checks, exhausted: Exhausted): Found {
  const { change, effort, refining } = plan
  // ajv can't validate a value without a schema, so such messages are correct by construction.
  for (const body of isOfTags(change) && use.polarity === undefined ? unnamedMessages(plan) : []) {
    if (checks.isAccepted(body)) return { body }
  }
  if (isOfSubtype(change)) return { reason: 'none of the messages tried is without a schema in the other version' }
  for (const [body, original] of documented(plan, use)) {
    if (!refining.spend(body)) break
    if (checks.shows(body) === 'proof' && checks.isRepaired(original)) return { body }
  }
  let spare: Json | undefined
  let left = maxMessages
  let [isTooLarge, isAmbiguous] = [false, false]
  const bodies = function* (): Generator<Json> {
    if (change.kind === 'schema.exclusivity') yield* shownBy(plan)
    yield* messages(plan, use, exhausted.has(use))
    if (spare === undefined && !isTooLarge) exhausted.add(use, branchesOf(plan).length <= maxBranches)
    yield* shownBy(plan)
  }
  for (const body of bodies()) {
    if (left-- === 0 || effort.isSpent()) break
    if (!effort.spend(body)) {
      isTooLarge = true
      continue
    }
    const shown = checks.shows(body)
    if (shown === undefined) continue
    if (shown === 'proof' && isPlausible(body)) return { body: simplest(plan, use, checks, body) }
    // Wide unions of overlapping branches, and limits of formats, may have no better message.
    left = Math.min(left, shown === 'proof' ? maxBeyondSpare : maxAmbiguous)
    if (shown === 'proof') spare ??= body
    else if (!isAmbiguous) {
      isAmbiguous = true
      const exact = [...shownBy(plan, 'shownExactly')].find((one) => checks.shows(one) === 'proof')
      if (exact !== undefined) return { body: simplest(plan, use, checks, exact) }
    }
  }
  if (spare !== undefined) return { body: simplest(plan, use, checks, spare) }
  if (isAmbiguous) return { reason: ambiguous }
  if (left < 0) return { reason: `none of the first ${maxMessages} messages is a proof` }
  if (effort.isSpent()) return { reason: allSpent }
  if (isTooLarge) return { reason: 'a message that shows it would be too large' }
  return { reason: 'none of the messages tried is valid in one version and invalid in the other' }
}

/** Returns the smallest message with the same value at the changed location that still shows the edit. */
function simplest(plan: Plan, use: Use, checks: Checks, body: Json): Json {
  const { trail, refining } = plan
  if (!isDirect(use) || trail.text !== undefined || isSimple(body)) return body
  const values = valuesAt(body, trail.steps)
  const isSameProof = (smaller: Json): boolean => {
    if (!refining.spend(smaller) || !isAmong(values, valuesAt(smaller, trail.steps))) return false
    return checks.shows(smaller) === 'proof' && checks.isRepaired(smaller)
  }
  return shrink(body, isSameProof, maxShrinks)
}

function isAmong(values: readonly Json[], some: readonly Json[]): boolean {
  return some.length > 0 && some.every((one) => values.some((value) => equalJson(value, one)))
}

/** Returns the message unchanged and with values that the other version allows at the changed location. */
function repaired({ trail, valid, other, way }: Plan, body: Json): readonly Json[] {
  const samples = [...other.samplesOf(valid === 'base' ? trail.after : trail.before, way)]
  return [body, ...samples.flatMap((value) => replacedAt(body, trail.steps, value) ?? [])]
}

/** Returns the possible parsed values of a serialized value, given the writing and the reading version. */
function readingsOf(
  value: Json,
  { text }: Trail,
  writer: 'base' | 'revision',
  reader: 'base' | 'revision' = writer,
): readonly Json[] {
  return text === undefined ? [value] : readings(value, text[writer], text[reader])
}

/** `5` can be a string, a number or a list of one; `a,b` a string or a list. `written` and `read`: list forms of both ends. */
function readings(value: Json, written: ListForm, read: ListForm): readonly Json[] {
  if (Array.isArray(value)) {
    const lists = [value, ...listReadings(value)]
    // A list of at most one item is serialized as its item.
    if (value.length < 2) return [...lists, ...listReadings([value[0] ?? '']), ...oneReadings(scalar(value[0] ?? ''))]
    if (written === 'repeated') return lists
    const text = value.map(scalar).join(written)
    return [...lists, ...oneReadings(text), ...listReadings(itemsOf(text, read))]
  }
  if (isObject(value)) {
    const isEmpty = Object.keys(value).length === 0
    return [
      value,
      eachMember(value, scalarsAsText),
      eachMember(value, closest),
      ...(isEmpty ? readings('', written, read) : []),
    ]
  }
  // Null is serialized as an empty string.
  if (value === null) return [value, ...readings('', written, read)]
  const text = scalar(value)
  // A delimiter within a value may have been escaped, and an empty string may be an empty list.
  const lists = [[text], itemsOf(text, read), ...(text === '' ? [[]] : [])]
  return [...oneReadings(text), ...lists.flatMap(listReadings)]
}

function itemsOf(text: string, form: ListForm): string[] {
  return form === 'repeated' ? [text] : text.split(form)
}

function listReadings(list: readonly Json[]): Json[] {
  const texts = list.map((item) => (item === null ? '' : scalar(item)))
  return [list.map(scalarsAsText), list.map(closest), texts]
}

/** Returns the string itself and the number or boolean it looks like. */
function oneReadings(text: string): Json[] {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isNaN(number)) return [text, /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? readDescribed(text) : number]
  return text === 'true' || text === 'false' ? [text, text === 'true'] : [text]
}

function eachMember(value: Json, change: (member: Json) => Json): Json {
  if (Array.isArray(value)) return value.map((item) => eachMember(item, change))
  if (!isObject(value)) return change(value)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, eachMember(member, change)]))
}

function scalarsAsText(value: Json): Json {
  return typeof value === 'object' ? value : scalar(value)
}

function closest(value: Json): Json {
  return typeof value === 'object' ? value : (oneReadings(scalar(value)).at(-1) ?? value)
}

function scalar(value: Json): string {
  if (typeof value === 'number') return plainText(value)
  return typeof value === 'string' ? value : canonical(value)
}
