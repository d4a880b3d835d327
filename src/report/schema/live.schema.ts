import type { BodyCounts, LocationCounts, OperationCounts, Statistics } from '../../model/live/statistics.ts'
import type { ClientsInput, TrafficInput } from '../../model/report.ts'
import {
  type CouldNotCheck,
  type Coverage,
  type CoverageGap,
  type CoverageKind,
  coverageKinds,
  type LastGood,
  type OperationCoverage,
  type ResponseCounts,
  type Share,
  type Times,
} from '../../model/report.ts'
import { responseTimes, shares } from './history.schema.ts'
import { count, described, list, map, maybe, object, string } from './schema-parts.ts'

const share = object<Share>({ seen: count, total: count })
// Object.fromEntries loses the key type.
const kinds = Object.fromEntries(coverageKinds.map((kind) => [kind, share])) as Record<CoverageKind, typeof share>

export const coverage = object<Coverage>({
  operations: object<Coverage['operations']>({ called: count, total: count }),
  ...kinds,
  statuses: object<Coverage['statuses']>({ seen: count, documented: count }),
  byOperation: list(
    object<OperationCoverage>({
      operation: string,
      calls: count,
      responses: map(count),
      ...kinds,
      unseen: list(described('`property 200 application/json /id`')),
    }),
  ),
  minimum: maybe(shares),
})

const locations = object<LocationCounts>({
  seen: count,
  objects: maybe(count),
  nulls: maybe(count),
  dates: maybe(count),
  numbers: maybe(count),
  values: maybe(map(count)),
})

export const statistics = object<Statistics>({
  runs: count,
  operations: map(
    object<OperationCounts>({
      calls: count,
      parameters: map(count),
      responses: map(count),
      headers: map(count),
      contentTypes: map(count),
      bodies: map(
        object<BodyCounts>({
          entities: map(described('Hashes of 8 hex digits of the ids seen, at most 128, without separator.')),
          locations: map(locations),
        }),
      ),
    }),
  ),
})

export const gap = object<CoverageGap>({
  what: described('Which operations were not checked, and why.'),
  operations: count,
  fix: described('Setting for the config of the API, a suite or the command line.'),
  changes: maybe(described('What runs will change on the target once the fix is applied.')),
  kind: maybe(described('The `kind` of the `notChecked` entries that it summarizes.')),
})

export const times = object<Times>({
  startedAt: described('ISO 8601 UTC'),
  milliseconds: count,
  suites: maybe(map(count)),
  exchanges: maybe(map(count)),
  operations: maybe(map(responseTimes)),
})

export const responses = object<ResponseCounts>({
  total: count,
  neutral: count,
  blind: map(count),
  after: maybe(described('Operation after whose call a previously accepted credential was rejected.')),
  refused: maybe(map({ ...count, description: 'Status that rejected every call with this credential.' })),
})

export const traffic = object<TrafficInput>({
  ...{ records: count, broken: count, exchanges: count, checked: count, unmatched: count },
  withoutBody: maybe({ ...count, description: 'Checked responses whose documented body was not recorded.' }),
  leftOut: { ...count, description: 'Excluded by --sample, --since, --until and --base-url.' },
  clients: maybe(
    object<ClientsInput>({
      by: described('How clients are distinguished: `header x-client-id`.'),
      count: { ...count, description: 'Exact below 128, otherwise estimated.' },
      unnamed: { ...count, description: 'Exchanges without client identification.' },
      operations: map(
        object<ClientsInput['operations'][string]>({
          count,
          calls: { ...map(count), description: 'By keyed hash of the client, at most 128.' },
        }),
      ),
    }),
  ),
})

export const couldNotCheck = object<CouldNotCheck>({
  code: described('Code of the error: `OUTAGE`, `UNREACHABLE`, `BLIND`, `INTERRUPTED` …'),
  message: string,
  hint: string,
  lastGood: maybe(
    object<LastGood>({
      startedAt: maybe(described('ISO 8601 UTC start of the last successful run.')),
      page: maybe(described("Path of its page, relative to this report's folder.")),
    }),
  ),
})
