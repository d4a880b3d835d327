import type { Inspector, RecordedHooks } from '../../drift/checking/inspection.ts'
import { isPreflight, preflightRow } from '../../drift/checking/undocumented.ts'
import { mergeFindings } from '../../drift/evidence/merge.ts'
import type { Redactor } from '../../drift/redaction/redact.ts'
import { createRouter } from '../../drift/routing/route.ts'
import { mergeStatistics } from '../../drift/statistics/statistics.ts'
import type { Finding } from '../../model/finding.ts'
import { isUnrecorded } from '../../model/live/observed.ts'
import type { Statistics } from '../../model/live/statistics.ts'
import type {
  Check,
  DriftDraft,
  Exchange,
  NotChecked,
  Observation,
  Outcome,
  UnrecordedPart,
} from '../../model/observation.ts'
import type { Description, Operation } from '../../model/operation.ts'
import { isByLack } from '../../schema/validation/explain.ts'
import { byText } from '../../util/text.ts'
import { createLocator, type LocateOptions } from '../matching/locate.ts'
import { limits, mergeRows } from '../partial/merge.ts'
import type { KeptExchange, OperationTraffic, TrafficCounts, TrafficResult } from '../partial/result.ts'
import type { RecordedExchange, RecordedHeaders } from '../recording.ts'
import type { ClientCounter } from './clients.ts'
import { createExchangeKeeper } from './exchange-keeper.ts'
import { createTimeReader } from './parse-time.ts'
import { createRepeatCounter } from './repeat-counter.ts'
import { toObservation } from './to-observation.ts'
import { createUnmatchedCounter } from './unmatched.ts'

const switched = 'they switch to another protocol, such as WebSocket (RFC 9110 §15.2.2)'

const tunnelled = 'they ask a proxy for a tunnel (RFC 9110 §9.3.6)'

const secured = 'they redirect to the same URL by HTTPS, as browsers, proxies and servers do for every path'

export interface CheckerOptions extends LocateOptions {
  readonly description: Description
  readonly inspector: Inspector
  readonly redactor: Redactor
  /** Counts the evidence in a response. `checked` is the exchange, if it was checked. */
  readonly count: (operation: Operation, observation: Observation, checked: Exchange | undefined) => void
  /** Counts calls by client. */
  readonly clients?: ClientCounter
  readonly counted: () => Statistics
  /** Whether `check` may omit findings that only repeat others. The result contains them all. */
  readonly inBulk?: true
  /** Milliseconds since the epoch. */
  readonly since?: number
  readonly until?: number
}

/** Checks recorded exchanges one by one. Memory depends on the size of the description, not on the number of exchanges. */
export interface TrafficChecker {
  /** Returns the exchange's findings before merging. */
  check(exchange: RecordedExchange): readonly Finding[]
  /** Counts a record without a valid exchange, and the reason. */
  broken(because: string): void
  /** Counts a record, including one that `--sample` skipped. */
  record(isSampledOut?: boolean): void
  /** Returns the exchange shown with a finding, by its id. */
  exchange(id: string): KeptExchange | undefined
  result(): TrafficResult
}

interface OperationCount {
  calls: number
  readonly outcomes: Map<Outcome, number>
  readonly statuses: Map<number, number>
  readonly recorded: Set<string>
}

/** Maximum number of findings before they are merged. */
const mostPending = 2000

/** Placeholders that recorders write in place of sensitive values. */
const scrubbed =
  /^(?:[[<{(*]*(?:redacted|filtered|removed|masked|hidden|scrubbed|sanitized|anonymized)[\]>})*]*|\*{3,}|x{6,}|\{\{.+\}\})$/i
const placeholder = /^<[A-Z][A-Z0-9_ -]*>$/

/** Whether a check result can be trusted: a violation by a redacted value or an unrecorded member is caused by the recorder. */
function isKnown({ id }: Check, draft: DriftDraft, { observation }: Exchange): boolean {
  const { instancePointer, observed, direction } = draft
  if (direction !== 'request' && isUnrecorded(observation, 'members') && isByLack(draft)) return false
  // An unexpected member is wrong with any value.
  if (instancePointer === undefined || typeof observed !== 'string' || !id.endsWith('-conformance')) return true
  return !scrubbed.test(observed) && !placeholder.test(observed)
}

/** Creates a checker for one slice of traffic. */
export function createTrafficChecker(options: CheckerOptions): TrafficChecker {
  const { description, inspector, redactor, since, until } = options
  const locate = createLocator(options)
  const router = createRouter(description.operations)
  const keeper = createExchangeKeeper(redactor)
  const unmatched = createUnmatchedCounter(redactor, keeper)
  const counts: { -readonly [K in keyof TrafficCounts]: number } = {
    ...{ records: 0, broken: 0, exchanges: 0, sampledOut: 0, outside: 0, undated: 0 },
    ...{ elsewhere: 0, unmatched: 0, noResponse: 0, checked: 0, bodies: 0, withoutBody: 0, logged: 0 },
  }
  const reasons = new Map<string, number>()
  const operations = new Map<string, OperationCount>()
  const hosts = new Map<string, number>()
  let findings: Finding[] = []
  let rows: NotChecked[] = []
  let checked: Exchange | undefined
  const repeats = options.inBulk === true ? createRepeatCounter(redactor, keeper) : undefined
  const hooks: RecordedHooks = {
    ...{ isOneOfMany: true, sift: isKnown },
    seen(exchange) {
      checked = exchange
    },
    repeats,
  }
  const timeOf = createTimeReader()
  // Updating an object's numbers in place avoids allocations, which closure variables would cause.
  const period = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY }

  const [earliest, end] = [since ?? Number.NEGATIVE_INFINITY, until ?? Number.POSITIVE_INFINITY]
  const isWithin = (at: number): boolean => at >= earliest && at < end
  const isAsked = since !== undefined || until !== undefined
  const isTimely = ({ time }: RecordedExchange): boolean => {
    const at = typeof time === 'string' ? timeOf(time) : Number.NaN
    // For an exchange without a time, both comparisons are false.
    if (isWithin(at)) {
      if (at < period.from) period.from = at
      if (at > period.to) period.to = at
    }
    if (!isAsked) return true
    if (Number.isNaN(at)) counts.undated++
    else if (!isWithin(at)) counts.outside++
    else return true
    return false
  }

  const settle = (): TrafficResult['exchanges'] => {
    findings = mergeFindings([...findings, ...(repeats?.take() ?? [])])
    rows = mergeRows(rows)
    return keeper.settle(findings, unmatched.exchanges())
  }

  return {
    record(isSampledOut) {
      counts.records++
      if (isSampledOut === true) counts.sampledOut++
    },
    broken(because) {
      counts.broken++
      addOne(reasons, because, limits.reasons)
    },
    check(exchange) {
      counts.exchanges++
      if (!isTimely(exchange)) return []
      const address = locate(exchange.request.url)
      if (address === undefined) {
        counts.elsewhere++
        return []
      }
      const observation = toObservation(exchange, address.path)
      const operation = router.match(observation.request.method, address.path)
      const row = beforeTheApi(exchange, operation)
      if (row !== undefined) {
        counts.elsewhere++
        rows.push(row)
        if (rows.length > 2 * limits.rows) settle()
        return []
      }
      if (operation === undefined) {
        counts.unmatched++
        if (isPreflight(observation)) rows.push(preflightRow)
        else unmatched.add(address.host, { recorded: exchange, observation }, router.at(address.path))
        if (keeper.isFull()) settle()
        return []
      }
      addOne(hosts, address.host, limits.hosts)
      checked = undefined
      const inspection = inspector.inspectRecorded(operation, observation, hooks)
      if (observation.status === undefined) counts.noResponse++
      else counts.checked++
      if (expectsBody(checked)) {
        const isMissing = isUnrecorded(observation, 'body')
        if (!isMissing) counts.bodies++
        else {
          counts.withoutBody++
          if (exchange.isLog === true) counts.logged++
          rows.push({ operation: operation.key, what: 'response bodies', because: `no body: ${whyNoBody(exchange)}` })
        }
      }
      const count = addCall(operations, operation.key, inspection.outcome, observation.status)
      if (checked !== undefined) addRecorded(count.recorded, checked)
      options.clients?.add(operation.key, exchange, address.path)
      const found = keeper.withExchanges(inspection.findings, { recorded: exchange, observation })
      for (const finding of found) findings.push(finding)
      // Responses of a gateway or rate limiter get no rows; the report only counts them by operation.
      if (isOfApplication(inspection.outcome)) for (const row of inspection.notChecked) rows.push(row)
      options.count(operation, observation, checked)
      if (findings.length > mostPending || rows.length > 2 * limits.rows || keeper.isFull()) settle()
      return found
    },
    exchange: keeper.get,
    result() {
      const missed = unmatched.result()
      const exchanges = settle()
      const sorted = <T>(map: ReadonlyMap<string, T>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1))
      return {
        counts: { ...counts },
        broken: Object.fromEntries(sorted(reasons)),
        operations: Object.fromEntries(sorted(operations).map(([key, count]) => [key, plainCount(count)])),
        findings,
        exchanges,
        unmatched: missed,
        hosts: Object.fromEntries(sorted(hosts)),
        notChecked: rows,
        statistics: { ...mergeStatistics([options.counted()]), runs: 0 },
        clients: options.clients?.result(),
        ...(period.from <= period.to && { period: { ...period } }),
      }
    },
  }
}

/** Keeps the first names in sort order, so that merged slices drop the same names. */
function addOne(counts: Map<string, number>, name: string, most: number): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
  if (counts.size <= 2 * most) return
  for (const dropped of [...counts.keys()].sort().slice(most)) counts.delete(dropped)
}

/** Some methods and statuses never have a body (RFC 9110 §6.4.1). */
function expectsBody(exchange: Exchange | undefined): boolean {
  if (exchange?.response === undefined || exchange.response.content.length === 0) return false
  const { request, status } = exchange.observation
  return request.method !== 'HEAD' && status !== 204 && status !== 304
}

function whyNoBody({ isLog, response }: RecordedExchange): string {
  if (isLog === true) return 'a log has none'
  return response?.partialBody === true ? 'it was too long for its recorder' : 'it is not in the recording'
}

function isOfApplication(outcome: Outcome): boolean {
  return outcome === 'received' || outcome === 'inconclusive'
}

function addCall(
  operations: Map<string, OperationCount>,
  key: string,
  outcome: Outcome,
  status: number | undefined,
): OperationCount {
  let count = operations.get(key)
  if (count === undefined) {
    count = { calls: 0, outcomes: new Map(), statuses: new Map(), recorded: new Set() }
    operations.set(key, count)
  }
  count.calls++
  count.outcomes.set(outcome, (count.outcomes.get(outcome) ?? 0) + 1)
  if (status !== undefined) count.statuses.set(status, (count.statuses.get(status) ?? 0) + 1)
  return count
}

/** Records the status if its response is complete, and `request` if a complete request was accepted. */
function addRecorded(recorded: Set<string>, exchange: Exchange): void {
  const { operation, observation, response } = exchange
  const { status } = observation
  const isKnown = (part: UnrecordedPart): boolean => !isUnrecorded(observation, part)
  if (isKnown('headers') && ((isKnown('body') && isKnown('members')) || !expectsBody(exchange)))
    recorded.add(String(status)).add(response?.status ?? String(status))
  const hasBody = operation.requestBody === undefined || isKnown('requestBody')
  if (status < 400 && hasBody && isKnown('requestHeaders')) recorded.add('request')
}

function plainCount({ calls, outcomes, statuses, recorded }: OperationCount): OperationTraffic {
  return {
    calls,
    outcomes: Object.fromEntries([...outcomes].sort(([a], [b]) => (a < b ? -1 : 1))),
    // JavaScript already sorts integer keys.
    statuses: Object.fromEntries(statuses),
    recorded: [...recorded].sort(byText),
  }
}

/** Detects an undocumented response that a server in front of the API sent: a redirect to HTTPS, or a switch to another protocol. */
function beforeTheApi(
  { request, response }: RecordedExchange,
  operation: Operation | undefined,
): NotChecked | undefined {
  if (request.method === 'CONNECT') return { what: 'requests CONNECT', because: tunnelled }
  const status = response?.status
  if (status === undefined || (status !== 101 && (status < 300 || status > 399))) return undefined
  if (operation?.responses.some((one) => one.status === String(status))) return undefined
  const at = { operation: operation?.key, what: `responses ${status}` }
  if (status === 101) return { ...at, because: switched }
  return isToHttps(request.url, firstOf(response?.headers, 'location')) ? { ...at, because: secured } : undefined
}

function isToHttps(url: string, location: string): boolean {
  if (!/^http:\/\//i.test(url) || !/^https:\/\//i.test(location)) return false
  const rest = (text: string): string =>
    text.replace(/^https?:\/\//i, '').replace(/^([^/?#]*?):(?:80|443)(?=[/?#]|$)/, '$1')
  return rest(url) === rest(location)
}

function firstOf(headers: RecordedHeaders | undefined, wanted: string): string {
  const name = Object.keys(headers ?? {}).find((one) => one.toLowerCase() === wanted)
  return String([headers?.[name ?? '']].flat()[0] ?? '')
}
