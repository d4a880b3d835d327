import { type Cause, expectationFailed } from '../model/finding.ts'
import type { FindingFacts, Reach, RunRecord } from './run-record.ts'
import { ofTheStatus } from './was-checked.ts'

/** The description that a run checked against. */
export interface Held {
  readonly snapshot: string
  readonly sha256: string
}

/** A run that could check. */
export interface Moment extends Held {
  /** ISO 8601 UTC. */
  readonly startedAt: string
}

export interface FindingRecord extends FindingFacts {
  readonly first: Moment
  readonly last: Moment
  /** Why it last appeared. */
  readonly cause: Origin
  /** The first later run that checked the operation without the finding. */
  readonly gone?: Moment
  /** It disappeared and came back. */
  readonly again?: true
  /** The first run since it last appeared, if different from `first`; absent in ledgers of earlier versions. */
  readonly came?: Moment
  /** Number of runs since it last appeared; absent in ledgers of earlier versions. */
  readonly runs?: number
}

/** The origin of a finding: its cause, and the last run without it. */
export interface Origin {
  readonly kind: Cause['kind']
  /** The snapshot in use when it appeared. */
  readonly under: string
  readonly green?: Moment
}

/** Summary of all runs against one target. Plain JSON: a rotated history starts with it. */
export interface Ledger {
  readonly runs: number
  readonly first?: Moment
  /** Operations of each description by sha256. */
  readonly operations: Readonly<Record<string, readonly string[]>>
  /** According to the last complete run. */
  readonly received: Readonly<Record<string, readonly string[]>>
  readonly checks: readonly string[]
  /** The last complete run that covered an operation, a response (`GET /loans 404`) or a check; `''`: findings without an operation. */
  readonly checked: Readonly<Record<string, Moment>>
  readonly findingRecords: Readonly<Record<string, FindingRecord>>
}

export function findingRecordOf({ findingRecords }: Ledger, fingerprint: string): FindingRecord | undefined {
  return Object.hasOwn(findingRecords, fingerprint) ? findingRecords[fingerprint] : undefined
}

/** Returns every recorded location of a finding. */
export function reachesOf({ operation, part, reaches }: FindingFacts): readonly Reach[] {
  return reaches ?? (operation === undefined ? [] : [{ operation, ...(part !== undefined && { part }) }])
}

export const emptyLedger: Ledger = {
  runs: 0,
  operations: {},
  received: {},
  checks: [],
  checked: {},
  findingRecords: {},
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }
type MapName = 'operations' | 'checked' | 'findingRecords'

type Draft = Writable<Ledger> & { readonly [K in MapName]: Writable<Ledger[K]> }

/** Adds a target's runs in recorded order. Facts come from `lines`, because the run that first saw a finding may not contain them. */
export function addRuns(ledger: Ledger, runs: readonly RunRecord[], lines = runs): Ledger {
  const draft: Draft = {
    ...ledger,
    operations: { ...operationsIn(lines), ...ledger.operations },
    checked: { ...ledger.checked },
    findingRecords: { ...ledger.findingRecords },
  }
  const later = new Map(
    lines.flatMap(({ facts = [] }) => facts.map((each) => [each.fingerprint, each] as const)).reverse(),
  )
  for (const run of runs) addRun(draft, run, later)
  return draft
}

function operationsIn(lines: readonly RunRecord[]): Ledger['operations'] {
  return Object.fromEntries(lines.flatMap(({ sha256, operations }) => (operations ? [[sha256, operations]] : [])))
}

function addRun(draft: Draft, run: RunRecord, later: ReadonlyMap<string, FindingFacts>): void {
  const { startedAt, snapshot, sha256 } = run
  const now: Moment = { startedAt, snapshot, sha256 }
  draft.runs++
  if (run.operations !== undefined) draft.operations[sha256] = run.operations
  if (run.outcome === 'outage') return
  const checked = checkedBy(draft, run)
  // Before marking the run's checks, because its findings are compared with earlier runs.
  const facts = new Map(run.facts?.map((each) => [each.fingerprint, each]))
  for (const fingerprint of run.findings) {
    const known = draft.findingRecords[fingerprint]
    const own = facts.get(fingerprint) ?? (known === undefined ? later.get(fingerprint) : undefined)
    const record = seenAgain(draft, known, own, now)
    if (record !== undefined) draft.findingRecords[fingerprint] = record
  }
  const described = new Set(draft.operations[sha256])
  const kept = new Set([...run.findings, ...(run.unseen ?? [])])
  for (const [fingerprint, findingRecord] of Object.entries(draft.findingRecords)) {
    if (findingRecord.gone === undefined && !kept.has(fingerprint) && isGone(findingRecord, checked, described))
      draft.findingRecords[fingerprint] = { ...findingRecord, gone: now }
  }
  draft.first ??= now
  if (run.partial) return
  draft.received = run.received ?? draft.received
  draft.checks = run.checks ?? draft.checks
  const received = new Map(Object.entries(draft.received))
  const statuses = [...checked].flatMap(
    (operation) => received.get(operation)?.map((each) => `${operation} ${each}`) ?? [],
  )
  for (const name of [...checked, ...statuses, ...draft.checks]) draft.checked[name] = now
}

/** Returns the operations whose findings a run would have seen, including `''`. */
function checkedBy({ operations }: Draft, { sha256, partial, inconclusive }: RunRecord): ReadonlySet<string> {
  if (partial) return new Set()
  const checked = new Set(['', ...(operations[sha256] ?? [])])
  for (const operation of inconclusive) checked.delete(operation)
  return checked
}

/** Returns whether every operation of a finding was checked or is no longer described. */
function isGone(record: FindingRecord, checked: ReadonlySet<string>, described: ReadonlySet<string>): boolean {
  const operations = record.operation === undefined ? [''] : reachesOf(record).map((reach) => reach.operation)
  return (
    operations.some((one) => checked.has(one)) && operations.every((one) => checked.has(one) || !described.has(one))
  )
}

function seenAgain(
  draft: Draft,
  known: FindingRecord | undefined,
  facts: FindingFacts | undefined,
  now: Moment,
): FindingRecord | undefined {
  if (known === undefined)
    return facts && { ...facts, first: now, last: now, runs: 1, cause: originOf(draft, facts, now) }
  const { first, last: _, cause, gone, again, came, runs, ...remembered } = known
  // With overlapping runs, the first to start may be recorded last.
  const rest = { ...(facts ?? remembered), first: now.startedAt < first.startedAt ? now : first, last: now }
  if (gone !== undefined) return { ...rest, again: true, came: now, runs: 1, cause: originOf(draft, rest, now) }
  return {
    ...{ ...rest, cause },
    ...(again && { again }),
    ...(came && { came }),
    ...(runs !== undefined && { runs: runs + 1 }),
  }
}

type Located = Pick<FindingFacts, 'ruleId' | 'operation' | 'part' | 'reaches'>

/** Returns the origin of a new finding. An earlier run counts as free of it only if it received the status and ran the check. */
export function originOf(ledger: Pick<Ledger, 'first' | 'checked'>, located: Located, held: Held): Origin {
  const { ruleId, reaches = [located] } = located
  const origins = reaches.map((reach) => originAt(ledger, { ruleId, ...reach }, held))
  const [first] = origins.sort((a, b) => tellingMost.indexOf(a.kind) - tellingMost.indexOf(b.kind))
  return first ?? originAt(ledger, located, held)
}

const tellingMost: readonly Origin['kind'][] = ['provider-changed', 'contract-changed', 'never-conformed', 'unknown']

function originAt(
  { first, checked }: Pick<Ledger, 'first' | 'checked'>,
  { ruleId, operation = '', part = '' }: Located,
  { snapshot: under, sha256 }: Held,
): Origin {
  const status = ofTheStatus.has(ruleId) ? undefined : /^(?:[1-5](?:\d\d|XX)|default)\b/.exec(part)?.[0]
  const subject = status === undefined ? operation : `${operation} ${status}`
  const [green, ...others] = [subject, ...(ruleId === expectationFailed ? [] : [ruleId])].map((name) =>
    Object.hasOwn(checked, name) ? checked[name] : undefined,
  )
  if (green === undefined || others.some((other) => other?.startedAt !== green.startedAt))
    return { kind: first === undefined ? 'never-conformed' : 'unknown', under }
  return { kind: green.sha256 === sha256 ? 'provider-changed' : 'contract-changed', under, green }
}
