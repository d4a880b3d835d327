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
// Object.fromEntries forgets which keys there are.
const kinds = Object.fromEntries(coverageKinds.map((kind) => [kind, share])) as Record<CoverageKind, typeof share>

/** The schema of `coverage`. */
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

/** The schema of `statistics`. */
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

/** The schema of one of the `gaps` of a summary. */
export const gap = object<CoverageGap>({
  what: described('Which operations were not checked, and why.'),
  operations: count,
  fix: described('What to write into the config of the API, into a suite, or on the command line.'),
  changes: maybe(described('What runs change on the target once that is done.')),
  kind: maybe(described('The `kind` of the `notChecked` that it sums up.')),
})

/** The schema of `times`. */
export const times = object<Times>({
  startedAt: described('ISO 8601 UTC'),
  milliseconds: count,
  suites: maybe(map(count)),
  exchanges: maybe(map(count)),
  operations: maybe(map(responseTimes)),
})

/** The schema of `responses`. */
export const responses = object<ResponseCounts>({
  total: count,
  neutral: count,
  blind: map(count),
  after: maybe(described('The operation after whose call credentials were refused that had been taken before.')),
  refused: maybe(map({ ...count, description: 'The status that refused every call with this credential.' })),
})

/** What was read of recorded traffic. */
export const traffic = object<TrafficInput>({
  ...{ records: count, broken: count, exchanges: count, checked: count, unmatched: count },
  withoutBody: maybe({ ...count, description: 'Checked responses whose documented body is not in the recording.' }),
  leftOut: { ...count, description: 'By --sample, --since, --until and --base-url.' },
  clients: maybe(
    object<ClientsInput>({
      by: described('What distinguishes them: `header x-client-id`.'),
      count: { ...count, description: 'Exact below 128, else estimated.' },
      unnamed: { ...count, description: 'Exchanges that do not say who sent them.' },
      operations: map(
        object<ClientsInput['operations'][string]>({
          count,
          calls: { ...map(count), description: 'By the keyed hash of the client, of 128 at most.' },
        }),
      ),
    }),
  ),
})

/** Why a run has no verdict. */
export const couldNotCheck = object<CouldNotCheck>({
  code: described('Code of the error: `OUTAGE`, `UNREACHABLE`, `BLIND`, `INTERRUPTED` …'),
  message: string,
  hint: string,
  lastGood: maybe(
    object<LastGood>({
      startedAt: maybe(described('ISO 8601 UTC of the last run that could check.')),
      page: maybe(described('Its page, relative to the folder of this report.')),
    }),
  ),
})
