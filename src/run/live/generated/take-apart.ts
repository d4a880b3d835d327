import { quoteStart } from '../../../drift/evidence/finding.ts'
import type { GeneratedCase } from '../../../drift/generation/case.ts'
import type { CallRecord } from '../../../suite/calls/record.ts'
import type { Progress, Sender } from './progress.ts'

/** More combinations are not taken apart: an operation that fails for some reason may fail them all. */
const mostTakenApart = 3

/** Sends the parts of a combination that shows something new, each alone: which of them it is, is what a reader wants to know. */
export async function takeApart(
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
  // After as many there is no telling which part it is; that some are refused is reported already.
  if (isRejectedAlone(one) || !isToBlame) rules.add(rejection)
  sender.explain(record, rules)
  blame(one, sender)
}

/** The parts that the server names when it refuses their combination: the others need not be sent. */
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

/** So often an operation is sent its plainest request to see whether it is still taken. */
const mostConfirmed = 4

/**
 * What is stored meanwhile may be why requests are refused: where the plainest one is refused now as well, none of them is to blame.
 * Returns whether that is so.
 */
async function takeBack(one: Progress, refused: readonly CallRecord[], sender: Sender): Promise<boolean> {
  const { status = 0, owner } = one
  const isTaken = status >= 200 && status <= 299
  // A resource that is deleted to see that would be missing to others.
  if (refused.length === 0 || !isTaken || owner.operation.method === 'DELETE') return false
  one.unconfirmed.push(...refused)
  if (one.confirmed >= mostConfirmed || sender.left() <= 0) return false
  one.confirmed++
  return confirm(one, sender)
}

/** Takes back what was refused since the plainest request was last accepted, if it is refused now. Returns whether it is. */
export async function confirm(one: Progress, sender: Sender): Promise<boolean> {
  const { owner } = one
  const again = await sender.send(owner.plain, owner, true)
  if (again?.status === undefined) return false
  const refused = one.unconfirmed
  one.unconfirmed = []
  if (again.status !== 400 && again.status !== 422) return false
  one.status = again.status
  for (const each of refused) sender.explain(each, new Set([rejection]))
  for (const [id, rules] of one.alone) one.alone.set(id, new Set([...rules].filter((rule) => rule !== rejection)))
  return true
}

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
