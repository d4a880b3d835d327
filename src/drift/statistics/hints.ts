import type { Pointer } from '../../model/json.ts'
import type { LocationCounts, OperationCounts, Statistics } from '../../model/live/statistics.ts'
import type { Hint } from '../../model/report.ts'
import { isEntityLocation } from './count-body.ts'
import { countsAt } from './coverage.ts'
import type { DocumentedOperation, DocumentedProperty } from './documented.ts'
import { countDistinct } from './entities.ts'

/** Minimum samples: an event never seen in 30 samples may still occur in up to 10 % (rule of three, 95 % confidence). */
const least = { entities: 30, runs: 3 }

/** Returns hints about the description, based on at least 30 distinct entities (or responses) and 3 runs. */
export function hintsOf(documented: readonly DocumentedOperation[], { runs, operations }: Statistics): readonly Hint[] {
  if (runs < least.runs) return []
  return documented.flatMap((one) => {
    const counts = Object.hasOwn(operations, one.operation) ? operations[one.operation] : undefined
    return counts === undefined ? [] : hintsAbout(one, counts).filter(({ n }) => n >= least.entities)
  })
}

function hintsAbout(documented: DocumentedOperation, counts: OperationCounts): Hint[] {
  const { operation, responses, headers, properties, values } = documented
  const unseen = (names: readonly string[], seen: Readonly<Record<string, number>>) =>
    names.filter((name) => !Object.hasOwn(seen, name))
  return [
    // Unseen server errors are not worth a hint.
    ...unseen(
      responses.filter((status) => !status.startsWith('5')),
      counts.responses,
    ).map((status) => ({
      operation,
      message: `the status ${status} is documented and was never seen in ${counts.calls} responses`,
      n: counts.calls,
    })),
    ...unseen(headers, counts.headers).map((header) => {
      const n = counts.responses[header.split(' ', 1)[0] ?? ''] ?? 0
      return { operation, message: `the header ${header} is documented and was never seen in ${n} responses`, n }
    }),
    ...properties.flatMap((property) => hintsAboutProperty(operation, counts, property)),
    ...values.flatMap(({ part, location, value, elsewhere = [] }) => {
      const isSeen = [location, ...elsewhere].some((one) =>
        Object.hasOwn(countsAt(counts, part, one)?.values ?? {}, value),
      )
      if (countsAt(counts, part, location) === undefined || isSeen) return []
      const n = entitiesAt(counts, part, location)
      return [{ operation, message: `${part} ${location} was never ${value} in ${n} entities`, n }]
    }),
  ]
}

function hintsAboutProperty(operation: string, counts: OperationCounts, property: DocumentedProperty): Hint[] {
  const { part, location, parent, required, nullable, isText, elsewhere = [] } = property
  const around = countsAt(counts, part, parent)?.objects ?? 0
  if (around === 0) return []
  const n = entitiesAt(counts, part, location)
  const hint = (message: string): Hint => ({ operation, message: `${part} ${location} ${message} in ${n} entities`, n })
  const at: LocationCounts | undefined = countsAt(counts, part, location)
  const isSeenElsewhere = elsewhere.some((one) => countsAt(counts, part, one) !== undefined)
  if (at === undefined) return isSeenElsewhere ? [] : [hint('is documented and was never seen')]
  const { seen, nulls = 0, dates = 0, numbers = 0 } = at
  const texts = seen - nulls
  return [
    ...(!required && seen === around ? [hint('is optional and was always present')] : []),
    ...(nullable && nulls === 0 && seen === around ? [hint('is nullable and was never null')] : []),
    ...(isText && texts > 0 && dates === texts ? [hint('is a string and was always a date')] : []),
    ...(isText && texts > 0 && numbers === texts ? [hint('is a string and was always a number')] : []),
  ]
}

/** Returns the number of distinct entities that contain the values at a location. */
function entitiesAt(counts: OperationCounts, part: string, location: Pointer): number {
  const entities: Readonly<Record<string, string>> = counts.bodies[part]?.entities ?? {}
  let at = location
  while (!isEntityLocation(at) || !Object.hasOwn(entities, at)) {
    if (at === '') return 0
    at = at.slice(0, at.lastIndexOf('/'))
  }
  return countDistinct(entities[at] ?? '')
}
