import { quoteStart } from '../../../drift/evidence/finding.ts'
import type { GeneratedCase } from '../../../drift/generation/case.ts'
import type { CallRecord } from '../../../suite/calls/record.ts'
import type { Progress, Sender } from './progress.ts'

/** Maximum number of combinations split per operation, because all may fail for the same reason. */
const mostTakenApart = 3

/** Sends the parts of a combination with a new finding separately, to identify the responsible part. */
export async function takeApart(
  one: Progress,
  { id, parts = [] }: GeneratedCase,
  record: CallRecord,
  sender: Sender,
): Promise<void> {
  const explained = (): Set<string> => new Set(parts.flatMap((part) => [...(one.alone.get(part.id) ?? [])]))
  const known = explained()
  // Each rejection may be caused by another part, whereas findings in responses repeat.
  const isNew = record.findings.some(
    ({ fingerprint, ruleId }) => !known.has(ruleId) && (ruleId === rejection || !one.seen.has(fingerprint)),
  )
  for (const { fingerprint } of record.findings) one.seen.add(fingerprint)
  if (parts.length === 0) one.alone.set(id, rulesOf(record))
  const refused = isRejected(record) && parts.length === 0 ? [record] : []
  if (parts.length === 0 || record.findings.length === 0) {
    await takeBack(one, refused, sender)
    return blame(one, sender)
  }
  let isToBlame = true
  const named = namedBy(record, parts)
  if (isNew && (named.length > 0 || one.takenApart++ < mostTakenApart)) {
    for (const part of named.length > 0 ? named : parts) {
      if (one.alone.has(part.id)) continue
      if (sender.left() <= 0) break
      const alone = await sender.send(part, one.owner, false)
      if (alone === undefined) continue
      one.alone.set(part.id, rulesOf(alone))
      if (isRejected(alone)) refused.push(alone)
      for (const { fingerprint } of alone.findings) one.seen.add(fingerprint)
    }
    isToBlame = !(await takeBack(one, refused, sender))
  }
  const rules = explained()
  // After this many attempts the part can't be identified; the rejection itself is already reported.
  if (isRejectedAlone(one) || !isToBlame) rules.add(rejection)
  sender.explain(record, rules)
  blame(one, sender)
}

/** Returns the parts named in the server's rejection, so that the others need not be sent. */
function namedBy({ findings }: CallRecord, parts: readonly GeneratedCase[]): readonly GeneratedCase[] {
  const { message = '' } = findings.find(({ ruleId }) => ruleId === rejection) ?? {}
  const words = new Set((message.split(quoteStart)[1] ?? '').match(/[\p{L}\p{N}_-]+/gu))
  const named = parts.filter(({ location }) => words.has(location.split(/[ /]/).at(-1) ?? ''))
  return named.length < parts.length ? named : []
}

const rejection = 'positive-rejected'

function isRejected({ findings }: CallRecord): boolean {
  return findings.some(({ ruleId }) => ruleId === rejection)
}

/** Maximum number of resends of the simplest request per operation. */
const mostConfirmed = 4

/**
 * Checks whether the server's state causes the rejections: if the simplest request is now rejected too, no part is responsible.
 * Returns whether that is the case.
 */
async function takeBack(one: Progress, refused: readonly CallRecord[], sender: Sender): Promise<boolean> {
  const { status = 0, owner } = one
  const isTaken = status >= 200 && status <= 299
  // Deleting a resource for this check would take it from others.
  if (refused.length === 0 || !isTaken || owner.operation.method === 'DELETE') return false
  one.unconfirmed.push(...refused)
  if (one.confirmed >= mostConfirmed || sender.left() <= 0) return false
  one.confirmed++
  return confirm(one, sender)
}

/** Withdraws rejections since the simplest request was last accepted, if it is rejected now. Returns whether it is. */
export async function confirm(one: Progress, sender: Sender): Promise<boolean> {
  const { owner } = one
  const resent = await sender.send(owner.plain, owner, true)
  if (resent?.status === undefined) return false
  const refused = one.unconfirmed
  one.unconfirmed = []
  if (resent.status !== 400 && resent.status !== 422) return false
  one.status = resent.status
  for (const each of refused) sender.explain(each, new Set([rejection]))
  for (const [id, rules] of one.alone) one.alone.set(id, new Set([...rules].filter((rule) => rule !== rejection)))
  return true
}

function isRejectedAlone({ alone }: Progress): boolean {
  return [...alone.values()].some((rules) => rules.has(rejection))
}

/** Removes the rejection of the full request once the responsible part is known. */
function blame(one: Progress, sender: Sender): void {
  if (one.refused === undefined || !isRejectedAlone(one)) return
  sender.explain(one.refused, new Set([rejection]))
  delete one.refused
}

function rulesOf({ findings }: CallRecord): ReadonlySet<string> {
  return new Set(findings.map(({ ruleId }) => ruleId))
}
