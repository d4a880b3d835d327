import {
  type Coverage,
  type CoverageKind,
  coverageKinds,
  type OperationCoverage,
  type ResponseCounts,
  type Share,
  type Times,
} from '../../model/report.ts'
import type { BodyCounts, LocationCounts, OperationCounts, Statistics } from '../../model/statistics.ts'
import { shares } from './history.schema.ts'
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

const places = object<LocationCounts>({
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
          locations: map(places),
        }),
      ),
    }),
  ),
})

/** The schema of `times`. */
export const times = object<Times>({
  startedAt: described('ISO 8601 UTC'),
  milliseconds: count,
  suites: maybe(map(count)),
  exchanges: maybe(map(count)),
})

/** The schema of `responses`. */
export const responses = object<ResponseCounts>({
  total: count,
  neutral: count,
  blind: map(count),
  after: maybe(described('The operation after whose call credentials were refused that had been taken before.')),
})
