import type { OperationCounts, Statistics } from '../../model/live/statistics.ts'
import type { Coverage, CoverageKind, OperationCoverage, Share } from '../../model/report.ts'
import { byText } from '../../util/text.ts'
import type { DocumentedOperation, DocumentedProperty } from './documented.ts'

/** Maximum number of unseen names per operation; the shares count all. */
const mostNames = 100

/** Calculates the share of documented parts that were seen, in total and per operation. `reached`: operations that count as called. */
export function coverageOf(
  documented: readonly DocumentedOperation[],
  statistics: Statistics,
  reached: ReadonlySet<string>,
): Coverage {
  const { operations: counted } = statistics
  const byOperation = documented
    .map((one) => coverOperation(one, own(counted, one.operation)))
    .sort((a, b) => byText(a.operation, b.operation))
  const sum = (kind: CoverageKind): Share => ({
    seen: byOperation.reduce((all, one) => all + one[kind].seen, 0),
    total: byOperation.reduce((all, one) => all + one[kind].total, 0),
  })
  const statuses = sum('statuses')
  return {
    operations: {
      called: documented.filter(({ operation }) => reached.has(operation)).length,
      total: documented.length,
    },
    statuses: { seen: statuses.seen, documented: statuses.total },
    parameters: sum('parameters'),
    contentTypes: sum('contentTypes'),
    headers: sum('headers'),
    properties: sum('properties'),
    values: sum('values'),
    byOperation,
  }
}

type Locations = Pick<DocumentedProperty, 'location' | 'elsewhere'>

function coverOperation(documented: DocumentedOperation, counts: OperationCounts | undefined): OperationCoverage {
  const { operation, parameters, responses } = documented
  const { contentTypes, headers, properties, values } = dueOf(documented, counts)
  const at = (part: string, { location, elsewhere = [] }: Locations) =>
    [location, ...elsewhere].flatMap((one) => countsAt(counts, part, one) ?? [])
  const all = {
    parameters: split(parameters, isIn(counts?.parameters), (name) => `parameter ${name}`),
    statuses: split(responses, isIn(counts?.responses), (status) => `status ${status}`),
    contentTypes: split(contentTypes, isIn(counts?.contentTypes), (type) => `content type ${type}`),
    headers: split(headers, isIn(counts?.headers), (header) => `header ${header}`),
    properties: split(
      properties,
      (property) => at(property.part, property).length > 0,
      ({ part, location }) => `property ${part} ${location}`,
    ),
    values: split(
      values,
      (one) => at(one.part, one).some(({ values: seen }) => isIn(seen)(one.value)),
      ({ part, location, value }) => `value ${part} ${location} ${value}`,
    ),
  }
  const calls = counts?.calls ?? 0
  const unseen = Object.values(all).flatMap(({ unseen: names }) => names)
  return {
    operation,
    calls,
    responses: Object.fromEntries(responses.map((status) => [status, counts?.responses[status] ?? 0])),
    parameters: all.parameters.share,
    statuses: all.statuses.share,
    contentTypes: all.contentTypes.share,
    headers: all.headers.share,
    properties: all.properties.share,
    values: all.values.share,
    // An operation that was never called needs no list.
    unseen: calls === 0 ? [] : unseen.slice(0, mostNames),
  }
}

/** Returns the parts that count: those of successes, and of errors that were received. */
function dueOf(
  { contentTypes, headers, properties, values }: DocumentedOperation,
  counts: OperationCounts | undefined,
) {
  const isReceived = isIn(counts?.responses)
  const isDue = (part: string): boolean => part.startsWith('2') || isReceived(part.split(' ', 1)[0] ?? '')
  return {
    contentTypes: contentTypes.filter(isDue),
    headers: headers.filter(isDue),
    properties: properties.filter(({ part }) => isDue(part)),
    values: values.filter(({ part }) => isDue(part)),
  }
}

function isIn(seen: Readonly<Record<string, number>> | undefined): (name: string) => boolean {
  return (name) => seen !== undefined && Object.hasOwn(seen, name)
}

/** Returns the counts at a location, if any. */
export function countsAt(counts: OperationCounts | undefined, part: string, location: string) {
  const locations = own(counts?.bodies, part)?.locations
  return own(locations, location)
}

function own<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined
}

function split<T>(
  items: readonly T[],
  isSeen: (item: T) => boolean,
  nameOf: (item: T) => string,
): { readonly share: Share; readonly unseen: readonly string[] } {
  const unseen = items.filter((item) => !isSeen(item))
  return { share: { seen: items.length - unseen.length, total: items.length }, unseen: unseen.map(nameOf) }
}
