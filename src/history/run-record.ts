import type { Json } from '../model/json.ts'
import type { CoverageMinimum, RunOutcome } from '../model/report.ts'
import { isObject, own, ownString } from '../util/json.ts'

/** A part of an operation that shows a finding. */
export interface Reach {
  readonly operation: string
  /** Status, or status and media type, as the description calls them. */
  readonly part?: string
}

/** What is remembered of a live finding. It holds nothing that was received. */
export interface FindingFacts {
  readonly fingerprint: string
  readonly ruleId: string
  readonly operation?: string
  /** Its location, as text. */
  readonly location: string
  /** Names of properties that lead to it, `*` for the items of a list: the pointer in the body. */
  readonly pointer: string
  /** Pointer into the description: what the proposed patch changes first. */
  readonly at?: string
  /** Status, or status and media type, as the description calls them. */
  readonly part?: string
  /** Every part that shows it, where that is not `operation` and `part` alone; those that the run did not check are kept. Sorted. */
  readonly reaches?: readonly Reach[]
  /** Hash of the value that was seen, where the value is the violation. */
  readonly value?: string
}

/** One run of `monitor` or `check`: a line of the history. Lists are sorted. */
export interface RunRecord {
  readonly v: 3
  readonly kind: 'run'
  /** ISO 8601 UTC: what a run is known by. */
  readonly startedAt: string
  readonly milliseconds: number
  readonly snapshot: string
  /** Of the description. */
  readonly sha256: string
  /** What was called: `sandbox`, or the base URL without credentials; `recorded traffic` if nothing was. */
  readonly target: string
  readonly outcome: RunOutcome
  /** Code of the error when nothing was checked. */
  readonly reason?: string
  /** Not all tests were run: what was not seen may be there all the same. */
  readonly partial?: true
  /** The line before is the beginning of a record that a killed run did not finish. */
  readonly afterTorn?: true
  readonly calls: number
  readonly counts: {
    readonly error: number
    readonly warning: number
    readonly info: number
    readonly accepted: number
    /** Those that are not accepted and that no run before had, or that are back. */
    readonly new?: number
  }
  readonly coverage?: CoverageMinimum
  /** Fingerprints of the live findings, the accepted ones too. */
  readonly findings: readonly string[]
  /** Facts about those of them that no earlier line has, or that reach other operations than it says. */
  readonly facts?: readonly FindingFacts[]
  /** Operations of the description, where no earlier line has them. */
  readonly operations?: readonly string[]
  /** Operations that were not called, or got a response that could not be checked. */
  readonly inconclusive: readonly string[]
  /** Fingerprints of earlier findings that it could not have seen, though their operation was checked. */
  readonly unseen?: readonly string[]
  /** Documented statuses received from each checked operation, where the previous run of all tests had others. */
  readonly received?: Readonly<Record<string, readonly string[]>>
  /** Ids of the checks that took part, where others did in the run before. */
  readonly checks?: readonly string[]
  /** Milliseconds by suite file. */
  readonly suites?: Readonly<Record<string, number>>
  /** sha256 of the published description, if it was not the snapshot: as the snapshot it would become. */
  readonly published?: string
  /** The published description could not be read. */
  readonly unread?: true
  /** Its changes of the contract are new, and its report was not delivered yet: the next run reports them again. */
  readonly undelivered?: true
  /** `info.version` of the description. */
  readonly version?: string
  /** The release that was checked, where the environment of the run named one. */
  readonly release?: string
  /** Milliseconds of the responses of each operation: p50 and p95. */
  readonly responseTimes?: Readonly<Record<string, readonly [p50: number, p95: number]>>
}

/** The target of runs that checked recorded traffic. */
export const recordedTraffic = 'recorded traffic'

/** Whether a run called the API. */
export function isLive({ target }: Pick<RunRecord, 'target'>): boolean {
  return target !== recordedTraffic
}

/** Whether a value read from a history is a run that this version understands. */
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
