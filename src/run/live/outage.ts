import { toolError } from '../../model/errors.ts'
import type { Outcome } from '../../model/observation.ts'
import type { Target } from '../../suite/api/context.ts'
import { asLost } from '../../suite/calls/broken.ts'
import type { CallRecord } from '../../suite/calls/record.ts'
import type { SuiteRun } from '../../suite/running/collect.ts'
import { plural } from '../../util/text.ts'

type Loss = Exclude<Outcome, 'received'>

const notMade = 'not made after that'

/** If too few responses arrived, throws NOTHING_CALLED, UNREACHABLE, REFUSED, RATE_LIMITED, GATEWAY, NOTHING_CHECKED or OUTAGE. */
export function requireResponses({ calls, findings, notChecked }: SuiteRun, suites: string, target: Target): void {
  if (calls.length === 0) {
    const reasons = counted(
      notChecked.map(({ because }) => `not run (${because})`),
      'test',
    )
    const why = reasons || findings[0]?.message || 'no test of theirs calls the API'
    throw toolError('NOTHING_CALLED', [suites, target.label, why])
  }
  // A connection broken by one request is specific to it; the operation's other responses count.
  const called = calls.map(asLost)
  if (called.every((call) => call.outcome !== 'received')) throw nothingChecked(called, target)
  const received = withPages(called)
  const { total, losses } = lossesOf(received)
  for (const [loss, operations] of losses) {
    if (2 * operations <= total) continue
    const share = `${operations} of ${total} operations called were ${loss}`
    const lost = received.filter((call) => call.outcome !== 'received')
    throw toolError('OUTAGE', [target.label, share, counted(reasonsOf(lost), 'call'), adviceOn(loss, lost, target)])
  }
}

/** Minimum number of operations returning HTML pages. Fewer are error pages of the application. */
const fewestPages = 3

function withPages(calls: readonly CallRecord[]): readonly CallRecord[] {
  const pages = calls.filter(({ isPage, outcome }) => isPage === true && outcome === 'received')
  if (new Set(pages.map(({ operation }) => operation)).size < fewestPages) return calls
  return calls.map((call) => (pages.includes(call) ? { ...call, outcome: 'gateway' } : call))
}

function nothingChecked(calls: readonly CallRecord[], target: Target): Error {
  const reasons = reasonsOf(calls)
  const outcomes = new Set(calls.flatMap(({ outcome }, index) => (reasons[index] === notMade ? [] : [outcome])))
  const [outcome, another] = outcomes
  const args = [target.label, counted(reasons, 'call')] as const
  if (another !== undefined) return toolError('NOTHING_CHECKED', [...args])
  if (outcome === 'unauthorized') return toolError('REFUSED', [...args, credentialsFor(calls, target)])
  if (outcome === 'rate-limited') return toolError('RATE_LIMITED', [...args])
  if (outcome === 'gateway') return toolError('GATEWAY', [...args])
  return toolError(outcome === 'inconclusive' ? 'NOTHING_CHECKED' : 'UNREACHABLE', [...args])
}

/** Counts operations without any response by kind of loss. Uncalled operations count for the preceding loss. */
function lossesOf(calls: readonly CallRecord[]): { readonly total: number; readonly losses: Map<Loss, number> } {
  const byOperation = new Map<string, Outcome>()
  let last: Outcome = 'unreachable'
  for (const call of calls) {
    const outcome: Outcome = isNotMade(call) ? last : call.outcome
    if (outcome !== 'received') last = outcome
    if (byOperation.get(call.operation) !== 'received') byOperation.set(call.operation, outcome)
  }
  const losses = new Map<Loss, number>()
  for (const outcome of byOperation.values()) {
    if (outcome !== 'received') losses.set(outcome, (losses.get(outcome) ?? 0) + 1)
  }
  return { total: byOperation.size, losses }
}

function adviceOn(loss: Loss, lost: readonly CallRecord[], target: Target): string {
  const advice = {
    unreachable: 'Check that the service runs',
    gateway: 'Check what is behind the gateway',
    unauthorized: `Check what ${credentialsFor(lost, target)} may do`,
    'rate-limited': 'Set target.rateLimit in the config',
    inconclusive: 'Check what the service sends',
  } satisfies Record<Loss, string>
  return advice[loss]
}

function reasonsOf(calls: readonly CallRecord[]): string[] {
  return calls.map((call) =>
    isNotMade(call) ? notMade : `${call.outcome} (${call.failure?.split(':', 1)[0] ?? call.status})`,
  )
}

function isNotMade({ failure }: CallRecord): boolean {
  return failure?.startsWith('breaker-open:') === true
}

/** A suite may use its own credentials. */
function credentialsFor(calls: readonly CallRecord[], { credentials }: Target): string {
  const paths = calls.map(({ operation }) => operation.slice(operation.indexOf(' ') + 1))
  const used = credentials.filter(({ prefix }) => paths.some((path) => path.startsWith(prefix)))
  return used.map(({ name }) => name).join(', ') || 'the credential'
}

/** Formats counts: `2 calls gateway (503), 1 call …`. */
function counted(texts: readonly string[], noun: string): string {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].map(([text, n]) => `${plural(n, noun)} ${text}`).join(', ')
}
