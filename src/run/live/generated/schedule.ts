import type { GeneratedCase } from '../../../drift/generation/case.ts'
import type { OperationCases } from '../../../drift/generation/cases.ts'
import { isEnding } from '../../../resources/order.ts'
import { isSearch } from '../../../resources/paths.ts'
import { isSafe } from '../../../suite/calls/perform.ts'
import type { CallRecord } from '../../../suite/calls/record.ts'
import { mostLessons } from './learner.ts'

/** What a schedule does with the calls. */
export interface Sender {
  /** The record, or undefined where nothing was sent. */
  send(one: GeneratedCase, owner: OperationCases, isPlain: boolean): Promise<CallRecord | undefined>
  /** Takes the findings of these rules from the record of a case: others show them better. */
  explain(record: CallRecord, rules: ReadonlySet<string>): void
  /** How many calls may still be made. */
  left(): number
  /** Whether the plainest request, refused, should be sent again: what its refusal says may be kept. */
  hasMore?(owner: OperationCases): boolean
  /** Whether something is left for other calls when this operation has ended one resource. */
  hasSpare(owner: OperationCases): boolean
}

/** How an operation took its calls. */
export interface Progress {
  owner: OperationCases
  /** The plainest valid request was sent, or could not be. */
  isCalled: boolean
  /** Its status. */
  status?: number
  isBroken?: boolean
  notReached?: boolean
  /** Cases that were not sent yet. */
  open: GeneratedCase[]
  /** Fingerprints of what its calls have shown. */
  readonly seen: Set<string>
  /** How many cases in a row showed nothing new. */
  dry: number
  readonly statuses: Set<number>
  /** How often it was sent the parts of a combination. */
  takenApart: number
  /** The rules that a request violates alone, by its id. */
  readonly alone: Map<string, ReadonlySet<string>>
  /** The plainest request, where it was refused and one with only what is required was not. */
  refused?: CallRecord
}

/** With the plainest request nine calls: no operation gets its tenth before each has had its first. */
const mostBefore = 8

/**
 * Sends the cases of operations that are in order. The calls are dealt out breadth first: the plainest valid request of each, then
 * one case of each in turn; where the plainest was refused for a reason that no case changes (401, 403, 404, 405), its cases come
 * last. What reads is sent before what writes, which may leave invalid data behind, and what ends the only resource there is last.
 */
export async function runSchedule(operations: readonly OperationCases[], sender: Sender): Promise<readonly Progress[]> {
  const all = operations.map(
    (owner): Progress => ({
      owner,
      isCalled: false,
      open: [...owner.cases],
      seen: new Set(),
      dry: 0,
      statuses: new Set(),
      takenApart: 0,
      alone: new Map(),
    }),
  )
  const [ending, others] = parted(all, ({ owner }) => isEnding(owner.operation))
  for (const one of others) await sendPlain(one, sender)
  for (const one of ending) if (sender.hasSpare(one.owner)) await sendPlain(one, sender)
  const waiting = ending.filter(({ isCalled }) => !isCalled)
  const [late, due] = parted(all, isLate)
  const shares = dealt(due, sender.left() - waiting.length, waiting.length > 0 ? mostBefore : Number.POSITIVE_INFINITY)
  const [reading, writing] = parted(due, ({ owner }) => isSafe(owner.operation))
  // What takes combinations apart, or tries several values, must not use up the first call of what comes last.
  const saving: Sender = { ...sender, left: () => sender.left() - callsOfPlain * waiting.length }
  for (const one of [...reading, ...writing]) await sendCases(one, shares.get(one) ?? 0, saving)
  for (const one of waiting) await sendPlain(one, sender)
  for (const some of [[...reading, ...writing], late]) while (await sendRound(some, sender));
  return all
}

/** The plainest request, and one with less where that is refused. */
const callsOfPlain = 2

function parted<T>(list: readonly T[], isFirst: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [list.filter(isFirst), list.filter((item) => !isFirst(item))]
}

async function sendPlain(one: Progress, sender: Sender): Promise<void> {
  if (sender.left() <= 0) return
  one.isCalled = true
  // With all its filters a search would show nothing.
  const search = isSearch(one.owner.operation) ? one.owner.least?.() : undefined
  if (search !== undefined) await sender.send(search.plain, search, true)
  const record = await sender.send(one.owner.plain, one.owner, true)
  if (record === undefined) return
  note(one, record)
  if (isBetterWithLess(record)) await sendLeast(one, record, sender)
  for (let turn = 0; turn < mostLessons && sender.left() > 0 && sender.hasMore?.(one.owner) === true; turn++) {
    const again = await sender.send(one.owner.plain, one.owner, true)
    if (again !== undefined) note(one, again)
  }
}

function note(one: Progress, record: CallRecord): void {
  for (const { fingerprint } of record.findings) one.seen.add(fingerprint)
  if (record.status !== undefined) {
    one.status = record.status
    one.statuses.add(record.status)
  }
  if (record.isBroken === true) one.isBroken = true
  if (record.notReached !== undefined) one.notReached = true
}

/** What is optional may be what was refused, or what names something that does not exist. */
function isBetterWithLess({ status = 0, notReached }: CallRecord): boolean {
  return notReached !== undefined || (status >= 400 && status !== 401 && status !== 403 && status !== 405)
}

/** Sends the plainest request with only what is required; where that is taken, its cases are the ones that mean something. */
async function sendLeast(one: Progress, refused: CallRecord, sender: Sender): Promise<void> {
  const least = sender.left() > 0 ? one.owner.least?.() : undefined
  if (least === undefined) return
  const record = await sender.send(least.plain, least, true)
  if (record?.status === undefined || record.status < 200 || record.status > 299) return
  one.owner = least
  one.refused = refused
  one.open = [...least.cases]
  delete one.notReached
  note(one, record)
}

/** How many cases each may send: one of each in turn. */
function dealt(due: readonly Progress[], calls: number, most: number): ReadonlyMap<Progress, number> {
  const shares = new Map<Progress, number>()
  let left = calls
  for (let turn = 1; turn <= most && left > 0; turn++) {
    const open = due.filter((one) => sendable(one).length >= turn)
    if (open.length === 0) break
    for (const one of open.slice(0, left)) shares.set(one, turn)
    left -= Math.min(left, open.length)
  }
  return shares
}

/** The cases whose responses mean something: valid ones where the plainest request was taken, or got no response. */
function sendable({ open, isCalled, status, isBroken }: Progress): readonly GeneratedCase[] {
  const isTaken = isBroken === true || status === undefined || (status >= 200 && status <= 299)
  return open.filter(({ mode }) => mode !== 'positive' || (isCalled && isTaken))
}

/** After so many invalid requests in a row that showed nothing new, the others of an operation are not sent. */
export const mostDry = 15

/** Whether a response has a status or a finding that none of its operation had before. */
function showsNew({ seen, statuses }: Progress, { findings, status }: CallRecord): boolean {
  const isNewStatus = status !== undefined && !statuses.has(status)
  if (status !== undefined) statuses.add(status)
  return isNewStatus || findings.some(({ fingerprint }) => !seen.has(fingerprint))
}

async function sendCases(one: Progress, count: number, sender: Sender): Promise<boolean> {
  let isAny = false
  for (const next of sendable(one).slice(0, count)) {
    if (sender.left() <= 0) return false
    if (one.dry >= mostDry) return isAny
    isAny = true
    one.open = one.open.filter((each) => each !== next)
    const record = await sender.send(next, one.owner, false)
    if (record === undefined) continue
    const isNew = showsNew(one, record)
    one.dry = isNew || next.mode === 'positive' ? 0 : one.dry + 1
    await takeApart(one, next, record, sender)
  }
  return isAny
}

/** More combinations are not taken apart: an operation that fails for some reason may fail them all. */
const mostTakenApart = 3

/** Sends the parts of a combination that shows something new, each alone: which of them it is, is what a reader wants to know. */
async function takeApart(
  one: Progress,
  { id, parts = [] }: GeneratedCase,
  record: CallRecord,
  sender: Sender,
): Promise<void> {
  const explained = (): Set<string> => new Set(parts.flatMap((part) => [...(one.alone.get(part.id) ?? [])]))
  const known = explained()
  // Each refusal may have a part of its own to blame; what is in a response is the same finding again.
  const isNew = record.findings.some(
    ({ fingerprint, ruleId }) => !known.has(ruleId) && (ruleId === rejection || !one.seen.has(fingerprint)),
  )
  for (const { fingerprint } of record.findings) one.seen.add(fingerprint)
  if (parts.length === 0) one.alone.set(id, rulesOf(record))
  if (parts.length === 0 || record.findings.length === 0) return blame(one, sender)
  if (isNew && one.takenApart++ < mostTakenApart) {
    for (const part of parts) {
      if (one.alone.has(part.id)) continue
      if (sender.left() <= 0) break
      const alone = await sender.send(part, one.owner, false)
      if (alone === undefined) continue
      one.alone.set(part.id, rulesOf(alone))
      for (const { fingerprint } of alone.findings) one.seen.add(fingerprint)
    }
  }
  const rules = explained()
  // After as many there is no telling which part it is; that some are refused is reported already.
  if (isRejectedAlone(one)) rules.add(rejection)
  sender.explain(record, rules)
  blame(one, sender)
}

const rejection = 'positive-rejected'

function isRejectedAlone({ alone }: Progress): boolean {
  return [...alone.values()].some((rules) => rules.has(rejection))
}

/** The plainest request was refused, one with less was not, and now it is known for which part. */
function blame(one: Progress, sender: Sender): void {
  if (one.refused === undefined || !isRejectedAlone(one)) return
  sender.explain(one.refused, new Set([rejection]))
  delete one.refused
}

function rulesOf({ findings }: CallRecord): ReadonlySet<string> {
  return new Set(findings.map(({ ruleId }) => ruleId))
}

/** One case of each; false when there was none, or no more calls may be made. */
async function sendRound(some: readonly Progress[], sender: Sender): Promise<boolean> {
  let isAny = false
  for (const one of some) if (await sendCases(one, 1, sender)) isAny = true
  return isAny && sender.left() > 0
}

/** Whether no case is likely to get another response. */
function isLate({ status, notReached }: Progress): boolean {
  return notReached === true || status === 401 || status === 403 || status === 404 || status === 405
}
