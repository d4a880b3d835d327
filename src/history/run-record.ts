import type { Json } from '../model/json.ts'
import type { CoverageMinimum, RunOutcome } from '../model/report.ts'
import { isObject, own, ownString } from '../util/json.ts'

/** An operation's part with a finding. */
export interface Reach {
  readonly operation: string
  /** Documented status, or status and media type. */
  readonly part?: string
}

/** Recorded facts about a live finding, without received data. */
export interface FindingFacts {
  readonly fingerprint: string
  readonly ruleId: string
  readonly operation?: string
  /** Location as text. */
  readonly location: string
  /** Pointer in the body: property names, and `*` for list items. */
  readonly pointer: string
  /** Pointer into the description that the proposed patch changes first. */
  readonly at?: string
  /** Documented status, or status and media type. */
  readonly part?: string
  /** All parts that show it, if more than `operation` and `part`, including those the run didn't check; sorted. */
  readonly reaches?: readonly Reach[]
  /** Hash of the observed value, if the value is the violation. */
  readonly value?: string
}

/** One run of `monitor` or `check`: a line of the history. Lists are sorted. */
export interface RunRecord {
  readonly v: 3
  readonly kind: 'run'
  /** ISO 8601 UTC; identifies the run. */
  readonly startedAt: string
  readonly milliseconds: number
  readonly snapshot: string
  /** Hash of the description. */
  readonly sha256: string
  /** The called target: `sandbox`, or the base URL without credentials; `recorded traffic` for none. */
  readonly target: string
  readonly outcome: RunOutcome
  /** Error code if the run couldn't check. */
  readonly reason?: string
  /** Some tests weren't run, so absent findings may still exist. */
  readonly partial?: true
  /** The previous line was left incomplete by a killed run. */
  readonly afterTorn?: true
  readonly calls: number
  readonly counts: {
    readonly error: number
    readonly warning: number
    readonly info: number
    readonly accepted: number
    /** Unaccepted findings that are new or regressed. */
    readonly new?: number
  }
  readonly coverage?: CoverageMinimum
  /** Fingerprints of live findings, including accepted ones. */
  readonly findings: readonly string[]
  /** Facts about findings that earlier lines lack, or whose operations changed. */
  readonly facts?: readonly FindingFacts[]
  /** Operations of the description, if earlier lines lack them. */
  readonly operations?: readonly string[]
  /** Operations that weren't called or whose responses couldn't be checked. */
  readonly inconclusive: readonly string[]
  /** Fingerprints of earlier findings that the run couldn't have seen, although it checked their operation. */
  readonly unseen?: readonly string[]
  /** Documented statuses received per checked operation, if different from the last complete run. */
  readonly received?: Readonly<Record<string, readonly string[]>>
  /** Ids of the checks that took part, if different from the previous run. */
  readonly checks?: readonly string[]
  /** Milliseconds by suite file. */
  readonly suites?: Readonly<Record<string, number>>
  /** sha256 of the published description if it differs from the snapshot, in the form of a snapshot. */
  readonly published?: string
  /** The published description was unreadable. */
  readonly unread?: true
  /** Its new contract changes weren't delivered yet, so the next run reports them again. */
  readonly undelivered?: true
  /** `info.version` of the description. */
  readonly version?: string
  /** The checked release, if named by the environment. */
  readonly release?: string
  /** Response times per operation in milliseconds: p50 and p95. */
  readonly responseTimes?: Readonly<Record<string, readonly [p50: number, p95: number]>>
}

/** Target of runs over recorded traffic. */
export const recordedTraffic = 'recorded traffic'

/** Returns whether a run called the API. */
export function isLive({ target }: Pick<RunRecord, 'target'>): boolean {
  return target !== recordedTraffic
}

/** Returns whether a run called the API and delivered its report. */
export function hasReported(run: RunRecord): boolean {
  return isLive(run) && run.outcome !== 'outage' && run.undelivered === undefined
}

export function isRunRecord(value: unknown): value is RunRecord {
  if (!isObject(value) || own(value, 'v') !== 3 || own(value, 'kind') !== 'run') return false
  const texts = ['startedAt', 'snapshot', 'sha256', 'target', 'outcome'].map((name) => ownString(value, name))
  const lists = ['findings', 'inconclusive'].map((name) => own(value, name))
  const optional = ['operations', 'unseen', 'checks'].map((name) => own(value, name) ?? [])
  const received = own(value, 'received') ?? {}
  const facts = own(value, 'facts') ?? []
  return (
    texts.every(Boolean) &&
    !Number.isNaN(Date.parse(texts[0] ?? '')) &&
    [...lists, ...optional].every(isTexts) &&
    isObject(own(value, 'counts')) &&
    isObject(received) &&
    Object.values(received).every(isTexts) &&
    Array.isArray(facts) &&
    facts.every(isFacts) &&
    isTimes(own(value, 'responseTimes') ?? {})
  )
}

function isFacts(each: Json): boolean {
  const reaches = own(each, 'reaches') ?? []
  return (
    factNames.every((name) => typeof own(each, name) === 'string') &&
    Array.isArray(reaches) &&
    reaches.every((reach) => typeof own(reach, 'operation') === 'string')
  )
}

const factNames = ['fingerprint', 'ruleId', 'location', 'pointer']

function isTimes(times: Json): boolean {
  const isPair = (pair: Json) =>
    Array.isArray(pair) && pair.length === 2 && pair.every((one) => typeof one === 'number')
  return isObject(times) && Object.values(times).every(isPair)
}

function isTexts(list: unknown): boolean {
  return Array.isArray(list) && list.every((item) => typeof item === 'string')
}
