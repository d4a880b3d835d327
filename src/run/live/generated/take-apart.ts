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
