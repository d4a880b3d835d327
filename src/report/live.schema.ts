import type { Coverage, CoverageMinimum, OperationCoverage, Share } from '../model/report.ts'
import type { BodyCounts, OperationCounts, PlaceCounts, Statistics } from '../model/statistics.ts'
import { count, described, list, map, maybe, object, type Schema, string } from './schema-parts.ts'

const share = object<Share>({ seen: count, total: count })
/** A share in 0…1. */
const part: Schema = { type: 'number', minimum: 0, maximum: 1 }

/** The schema of `coverage`. */
export const coverage = object<Coverage>({
  operations: object<Coverage['operations']>({ called: count, total: count }),
  statuses: object<Coverage['statuses']>({ seen: count, documented: count }),
  parameters: share,
  contentTypes: share,
  headers: share,
  properties: share,
  values: share,
  byOperation: list(
    object<OperationCoverage>({
      operation: string,
      calls: count,
      answers: map(count),
      parameters: share,
      statuses: share,
      contentTypes: share,
      headers: share,
      properties: share,
      values: share,
      unseen: list(described('`property 200 application/json /id`')),
    }),
  ),
  minimum: maybe(
    object<CoverageMinimum>({
      operations: maybe(part),
      parameters: maybe(part),
      statuses: maybe(part),
      contentTypes: maybe(part),
      headers: maybe(part),
      properties: maybe(part),
      values: maybe(part),
    }),
  ),
})

const places = object<PlaceCounts>({
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
          places: map(places),
        }),
      ),
    }),
  ),
})
