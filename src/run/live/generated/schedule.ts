import type { GeneratedCase } from '../../../drift/generation/case.ts'
import type { OperationCases } from '../../../drift/generation/cases.ts'
import { isRead } from '../../../drift/reach/settings.ts'
import { isEnding } from '../../../resources/order.ts'
import { isSearch } from '../../../resources/paths.ts'
import type { CallRecord } from '../../../suite/calls/record.ts'
import { mostLessons } from './learner.ts'
import type { Progress, Sender } from './progress.ts'
import { confirm, takeApart } from './take-apart.ts'

/** Nine calls with the simplest request: no operation gets a tenth call before each has had its first. */
const mostBefore = 8

/**
 * Sends the cases of ordered operations breadth first: the simplest valid request of each, then one case of each in turn. If the
 * simplest was rejected for a reason that no case changes (401, 403, 404, 405), its cases come last. Reads come before writes,
 * which may leave invalid data, and deletions of the only resource come last.
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
      confirmed: 0,
      unconfirmed: [],
      alone: new Map(),
    }),
  )
  const [ending, others] = parted(all, ({ owner }) => isEnding(owner.operation))
  for (const one of others) await sendPlain(one, sender)
  await sendAgain(others, sender)
  for (const one of ending) if (sender.hasSpare(one.owner)) await sendPlain(one, sender)
  const waiting = ending.filter(({ isCalled }) => !isCalled)
  const [late, due] = parted(all, isLate)
  const shares = dealt(due, sender.left() - waiting.length, waiting.length > 0 ? mostBefore : Number.POSITIVE_INFINITY)
  const [reading, writing] = parted(due, ({ owner }) => isRead(owner.operation))
  // Splitting combinations and trying values must leave calls for operations not yet called.
  const saving: Sender = { ...sender, left: () => sender.left() - callsOfPlain * waiting.length }
  const [last, changing] = parted(writing, ({ owner }) => isEnding(owner.operation))
  for (const one of [...reading, ...changing]) await sendCases(one, shares.get(one) ?? 0, saving)
  // Before more cases delete the run's resources.
  for (const one of waiting) await sendPlain(one, sender)
  for (const one of last) await sendCases(one, shares.get(one) ?? 0, sender)
  for (const some of [[...reading, ...writing], late]) while (await sendRound(some, sender));
  for (const one of all) if (one.unconfirmed.length > 0 && sender.left() > 0) await confirm(one, sender)
  return all
}

/** The simplest request, and a reduced one if it is rejected. */
const callsOfPlain = 2

function parted<T>(list: readonly T[], isFirst: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [list.filter(isFirst), list.filter((item) => !isFirst(item))]
}

async function sendPlain(one: Progress, sender: Sender): Promise<void> {
  if (sender.left() <= 0) return
  one.isCalled = true
  // A search with all filters would return no items.
  const search = isSearch(one.owner.operation) ? one.owner.least?.() : undefined
  if (search !== undefined) await sender.send(search.plain, search, true)
  const record = await sender.send(one.owner.plain, one.owner, true)
  if (record === undefined) {
    // A resource to delete may appear later.
    one.isCalled = !isEnding(one.owner.operation)
    return
  }
  note(one, record)
  if (isBetterWithLess(record)) await sendLeast(one, record, sender)
  for (let turn = 0; turn < mostLessons && sender.left() > 0 && sender.hasMore?.(one.owner) === true; turn++) {
    const resent = await sender.send(one.owner.plain, one.owner, true)
    if (resent !== undefined) note(one, resent)
  }
  // First with a body modelled on responses, then with all optional parts, because the description doesn't show the cause.
  one.first = record
  await sendModelled(one, sender)
  const { owner, status } = one
  if (status === 400 || status === 422) await sendOther(one, record, sender, () => owner.full?.())
}

async function sendModelled(one: Progress, sender: Sender): Promise<void> {
  const { owner, first } = one
  for (const like of [owner, owner.least?.()])
    if (isRefused(one) && first !== undefined)
      await sendOther(one, first, sender, () => like && sender.modelled?.(like))
}

/** Resends rejected creations, whose missing references may exist by now, and then the operations that depend on them. */
async function sendAgain(all: readonly Progress[], sender: Sender): Promise<void> {
  const refused = all.filter((one) => isRefused(one) && one.owner.operation.method === 'POST')
  for (const one of refused) await sendModelled(one, sender)
  if (refused.every(isRefused)) return
  for (const one of all.filter(({ status, notReached }) => status === undefined || notReached === true)) {
    delete one.notReached
    await sendPlain(one, sender)
  }
}

async function sendOther(
  one: Progress,
  refused: CallRecord,
  sender: Sender,
  other: () => OperationCases | undefined,
): Promise<void> {
  const owner = sender.left() > 0 ? other() : undefined
  if (owner === undefined) return
  const record = await sender.send(owner.plain, owner, true)
  if (record?.status === undefined || record.status < 200 || record.status > 299) return
  adopt(one, owner, refused)
  note(one, record)
}

/** Replaces the cases by those based on an accepted request. */
function adopt(one: Progress, taken: OperationCases, refused: CallRecord): void {
  one.owner = taken
  one.refused = refused
  one.open = [...taken.cases]
  delete one.notReached
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

/** Some servers return 403 for references to missing resources. */
function isRefused({ status }: Progress): boolean {
  return status === 400 || status === 403 || status === 422
}

/** Returns whether a reduced request may succeed: an optional part may have been rejected or refer to a missing resource. */
function isBetterWithLess({ status = 0, notReached }: CallRecord): boolean {
  return notReached !== undefined || (status >= 400 && status !== 401 && status !== 405)
}

/** Sends the request with required parts only. If it is accepted, its cases replace the others. */
async function sendLeast(one: Progress, refused: CallRecord, sender: Sender): Promise<void> {
  const least = sender.left() > 0 ? one.owner.least?.() : undefined
  if (least === undefined) return
  let record = await sender.send(least.plain, least, true)
  // The rejection may say what is missing.
  for (let turn = 0; turn < mostLessons && sender.left() > 0 && sender.hasMore?.(least) === true; turn++)
    record = (await sender.send(least.plain, least, true)) ?? record
  if (record?.status === undefined || record.status < 200 || record.status > 299) return
  adopt(one, least, refused)
  note(one, record)
}

/** Distributes the calls: one case per operation in turn. */
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

/** Returns the cases with meaningful responses: valid ones only if the simplest request was accepted or got no response. */
function sendable({ open, isCalled, status, isBroken }: Progress): readonly GeneratedCase[] {
  const isTaken = isBroken === true || status === undefined || (status >= 200 && status <= 299)
  return open.filter(({ mode }) => mode !== 'positive' || (isCalled && isTaken))
}

/** Number of consecutive invalid requests without news after which an operation's remaining ones are skipped. */
export const mostDry = 25

/** Returns whether a response has a status or finding that is new for its operation. */
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
    // The simplest request may be rejected by now.
    if (!sendable(one).includes(next)) continue
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

/** Sends one case per operation. Returns false if there was none or the calls are used up. */
async function sendRound(some: readonly Progress[], sender: Sender): Promise<boolean> {
  let isAny = false
  for (const one of some) if (await sendCases(one, 1, sender)) isAny = true
  return isAny && sender.left() > 0
}

/** Returns whether further cases will probably get the same response. */
function isLate({ status, notReached }: Progress): boolean {
  return notReached === true || status === 401 || status === 403 || status === 404 || status === 405
}
