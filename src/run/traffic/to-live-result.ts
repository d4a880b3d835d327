import { undocumentedOperation } from '../../drift/checking/undocumented.ts'
import { mergeFindings } from '../../drift/evidence/merge.ts'
import { recordedTraffic } from '../../history/run-record.ts'
import type { Finding } from '../../model/finding.ts'
import type { NotChecked, Outcome } from '../../model/observation.ts'
import type { Description } from '../../model/operation.ts'
import type { ClientsInput, Subject, TrafficInput } from '../../model/report.ts'
import { clientsIn, countedClients } from '../../traffic/partial/clients.ts'
import type { ClientsOf, TrafficResult, UnmatchedRequests } from '../../traffic/partial/result.ts'
import { plural } from '../../util/text.ts'
import type { LiveResult } from '../live/finish.ts'
import { uncalledRows } from '../live/uncalled.ts'
import type { Session } from './session.ts'
import { groupUnmatched, isForeign } from './unmatched.ts'

/** Converts recorded traffic to the live part of a report: operations with calls, undocumented operations, and unchecked parts. */
export function liveResultOf(
  result: TrafficResult,
  description: Description,
  session: Pick<Session, 'inspector'>,
): LiveResult {
  const own = result.unmatched.filter((requests) => !isForeign(requests, result.hosts, description.operations))
  const groups = groupUnmatched(own)
  const undocumented = groups.flatMap((requests) => findingOf(requests, description, session))
  const once = result.findings.filter(isOneGarbled)
  const findings = mergeFindings([...result.findings.filter((finding) => !once.includes(finding)), ...undocumented])
  const subjects = description.operations.map(({ key }): Subject => {
    const traffic = Object.hasOwn(result.operations, key) ? result.operations[key] : undefined
    return {
      operation: key,
      calls: traffic?.calls ?? 0,
      outcomes: traffic?.outcomes ?? {},
      statuses: Object.keys(traffic?.statuses ?? {})
        .map(Number)
        .sort((a, b) => a - b),
      findings: 0,
      recorded: traffic?.recorded ?? [],
    }
  })
  const rows = [
    ...result.notChecked,
    ...once.map(garbledRow),
    ...brokenRows(result),
    ...outcomeRows(result),
    ...groups.filter(isRefused).map(refusedRow),
    ...foreignRows(result.unmatched.filter((requests) => !own.includes(requests))),
  ]
  return {
    document: description.document,
    // No file name, because the same exchanges in other files must give the same report.
    target: recordedTraffic,
    subjects,
    findings,
    notChecked: [...rows, ...uncalledRows(subjects, rows, 'no recorded request calls it')],
    statistics: { ...result.statistics, runs: 1 },
    traffic: trafficInput(result),
    exchanges: Object.values(result.exchanges).map(({ exchange }) => exchange),
    durations: Object.fromEntries(Object.entries(result.exchanges).map(([id, { milliseconds }]) => [id, milliseconds])),
  }
}

function trafficInput({ counts, clients }: TrafficResult): TrafficInput {
  const { records, broken, exchanges, checked, withoutBody, unmatched, sampledOut, outside, undated, elsewhere } =
    counts
  return {
    records,
    broken,
    exchanges,
    checked,
    ...(withoutBody > 0 && { withoutBody }),
    unmatched,
    leftOut: sampledOut + outside + undated + elsewhere,
    clients: clients && clientsInput(clients),
  }
}

function clientsInput({ by, operations }: ClientsOf): ClientsInput {
  const all = Object.values(operations)
  const counted = Object.entries(operations).map(
    ([operation, { calls }]) => [operation, { count: clientsIn(calls), calls }] as const,
  )
  return {
    by,
    count: clientsIn(countedClients(all.map(({ calls }) => calls))),
    unnamed: all.reduce((sum, { unnamed }) => sum + unnamed, 0),
    operations: Object.fromEntries(counted),
  }
}

function isRefused({ statuses }: UnmatchedRequests): boolean {
  return Object.keys(statuses).every((status) => !(Number(status) < 400))
}

/** Uses the first status that isn't a rejection. */
function findingOf(
  requests: UnmatchedRequests,
  description: Description,
  session: Pick<Session, 'inspector'>,
): Finding[] {
  const { method, template, statuses, count, sample, isKnown } = requests
  const status = Object.keys(statuses)
    .map(Number)
    .find((each) => each < 400)
  if (status === undefined) return []
  const known = isKnown ? description.operations.filter(({ path }) => path === template) : []
  const operation = {
    ...undocumentedOperation({ method, path: template }, known),
    key: `${method} ${template}`,
    path: template,
  }
  const request = { method, path: template, headers: {} }
  const observation = { request, status, headers: {}, milliseconds: 0, authenticated: false }
  const { findings } = session.inspector.inspectUndocumented(operation, observation, known)
  const seen = Object.entries(statuses)
    .map(([each, times]) => `${each} × ${times}`)
    .join(', ')
  return findings.map((finding) => ({
    ...finding,
    message: `${plural(count, 'request')} (${seen}), and ${finding.message.replace(/^.*?, and /, '')}`,
    evidence: {
      ...{ status, observed: { ...statuses }, curl: sample.curl, samples: count },
      exchange: sample.exchange,
    },
  }))
}

function isOneGarbled(finding: Finding): boolean {
  return isGarbled(finding) && finding.evidence?.samples === 1
}

/** A body truncated by the recorder isn't reported, as in a live run. */
export function isGarbled({ ruleId, message }: Finding): boolean {
  return ruleId === 'content-type-conformance' && / is not JSON/.test(message)
}

function garbledRow({ site: { operation, part }, message }: Finding): NotChecked {
  const because = `it ${message}, once`
  return { operation, what: `the body of ${part}`, because }
}

function brokenRows({ broken }: TrafficResult): NotChecked[] {
  return Object.entries(broken).map(([because, count]) => ({ what: plural(count, 'record'), because }))
}

function outcomeRows({ operations }: TrafficResult): NotChecked[] {
  return Object.entries(operations).flatMap(([operation, { outcomes }]) =>
    Object.entries(outcomes).flatMap(([outcome, count]) => {
      // `Object.entries` returns strings, but the keys are outcomes.
      const because = reasons[outcome as Outcome]
      return because === undefined ? [] : [{ operation, what: plural(count, 'response'), because }]
    }),
  )
}

const reasons: Readonly<Partial<Record<Outcome, string>>> = {
  unreachable: 'no response was recorded',
  gateway: 'it is of a gateway, not of the application',
  'rate-limited': 'it is of a rate limit (429)',
}

function refusedRow({ method, template, count, statuses }: UnmatchedRequests): NotChecked {
  const seen = Object.keys(statuses).join(', ')
  return {
    what: `${plural(count, 'request')} ${method} ${template}`,
    because: `no operation matches, and none was accepted (${seen})`,
  }
}

function foreignRows(foreign: readonly UnmatchedRequests[]): NotChecked[] {
  const hosts = new Map<string, number>()
  for (const { host, count } of foreign) hosts.set(host, (hosts.get(host) ?? 0) + count)
  return [...hosts].map(([host, count]) => ({
    what: `${plural(count, 'request')} to ${host}`,
    because: 'no operation matches any of them: it is taken for another API',
  }))
}
