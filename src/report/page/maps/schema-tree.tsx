import type { OperationCounts } from '../../../model/live/statistics.ts'
import type { OperationCoverage, Report } from '../../../model/report.ts'
import { byText } from '../../../util/text.ts'
import { printable } from '../../labels.ts'
import { percent } from '../../summary/coverage-labels.ts'
import { Folded } from './folded.tsx'

/** Matches items of `unseen`: `property 200 application/json /closedAt`, `value 200 application/json /status "LOST"`. */
const unseenLine = /^(property|value) (\S+ \S+) (\/\S*|)(?: (.+))?$/

/** Maximum number of operations, to limit the size of the page. */
const mostOperations = 100

/** Coverage per operation: statuses, then a tree of properties with nulls and enum values. */
export function SchemaTree({ report: { coverage, statistics } }: { readonly report: Report }) {
  if (coverage === undefined) return null
  const { byOperation } = coverage
  const shown = byOperation.slice(0, mostOperations)
  return (
    <Folded id="coverage" title="Coverage by operation">
      <p class="soft small">Which documented statuses, properties and enum values were seen, and where null was.</p>
      <div class="schema">
        {shown.map((operation) => (
          <Operation
            key={operation.operation}
            coverage={operation}
            counts={countsFor(statistics?.operations, operation)}
          />
        ))}
      </div>
      {shown.length < byOperation.length && (
        <p class="soft small">
          The first {shown.length} of {byOperation.length} operations; report.json has all.
        </p>
      )}
    </Folded>
  )
}

function countsFor(
  operations: Readonly<Record<string, OperationCounts>> | undefined,
  { operation }: OperationCoverage,
): OperationCounts | undefined {
  return operations !== undefined && Object.hasOwn(operations, operation) ? operations[operation] : undefined
}

interface OperationProps {
  readonly coverage: OperationCoverage
  readonly counts: OperationCounts | undefined
}

function Operation({ coverage, counts }: OperationProps) {
  const { operation, responses, properties, values, calls, unseen } = coverage
  const bodies = schemaBodies(counts, coverage)
  const others = unseen.filter((line) => !/^(property|value|status) /.test(line))
  return (
    <details>
      <summary>
        <code>{printable(operation)}</code>
        <span class="counts">
          {calls === 0 ? 'not called' : `properties ${percent(properties.seen, properties.total)}`}
          {values.total > 0 && calls > 0 && ` · enum values ${values.seen} of ${values.total}`}
        </span>
      </summary>
      <p class="legend">
        {Object.entries(responses).map(([status, count]) => (
          <span key={status} class={`status-${count === 0 ? '0' : `${/^[45]/.exec(status)?.[0] ?? '2'}00`}`}>
            {printable(status)} {count === 0 ? 'never seen' : `${count}×`}
          </span>
        ))}
      </p>
      {bodies.map((body) => (
        <Body key={body.part} body={body} />
      ))}
      {others.length > 0 && <p class="soft small">Never seen: {others.map(printable).join(' · ')}</p>}
    </details>
  )
}

function Body({ body: { part, rows } }: { readonly body: SchemaBody }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{printable(part)}</th>
          <th scope="col">seen</th>
          <th scope="col">null</th>
          <th scope="col">enum values</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.pointer} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row: { name, depth, seen, nulls, values, never } }: { readonly row: SchemaRow }) {
  return (
    <tr class={seen === 0 && values.length === 0 ? 'unseen' : ''}>
      <th scope="row">
        <span class={`depth-${depth}`}>
          <code>{printable(name)}</code>
        </span>
      </th>
      <td>{seen === 0 ? 'never' : seen}</td>
      <td>{nulls === 0 ? '' : `${nulls} (${percent(nulls, seen)})`}</td>
      <td>
        {values.map(([value, count]) => (
          <span key={value} class="value">
            {printable(value)} {count}×
          </span>
        ))}
        {never.map((value) => (
          <span key={value} class="value never">
            {printable(value)} never
          </span>
        ))}
      </td>
    </tr>
  )
}

/** Location in a body with observation counts. */
interface SchemaRow {
  readonly pointer: string
  readonly name: string
  readonly depth: number
  readonly seen: number
  readonly nulls: number
  /** Enum values that were seen, as JSON, with their counts. */
  readonly values: readonly (readonly [value: string, count: number])[]
  /** Enum values that were never seen. */
  readonly never: readonly string[]
}

/** Locations of one media type of a response. */
interface SchemaBody {
  /** `200 application/json`. */
  readonly part: string
  readonly rows: readonly SchemaRow[]
}

/** Builds a tree per response body. Seen locations come from statistics, unseen ones from coverage. */
function schemaBodies(counts: OperationCounts | undefined, { unseen }: OperationCoverage): readonly SchemaBody[] {
  const parts = new Map<string, Map<string, SchemaRow>>()
  const rowsOf = (part: string) => {
    const known = parts.get(part) ?? new Map<string, SchemaRow>()
    parts.set(part, known)
    return known
  }
  for (const [part, { locations }] of Object.entries(counts?.bodies ?? {}))
    for (const [pointer, { seen, nulls = 0, values = {} }] of Object.entries(locations))
      rowsOf(part).set(pointer, { ...placeOf(pointer), seen, nulls, values: Object.entries(values), never: [] })
  for (const line of unseen) {
    const [, kind, part, pointer, value] = unseenLine.exec(line) ?? []
    if (kind === undefined || part === undefined || pointer === undefined) continue
    const rows = rowsOf(part)
    const row = rows.get(pointer) ?? { ...placeOf(pointer), seen: 0, nulls: 0, values: [], never: [] }
    rows.set(pointer, kind === 'property' || value === undefined ? row : { ...row, never: [...row.never, value] })
  }
  return [...parts]
    .map(([part, rows]) => ({ part, rows: [...rows.values()].filter(({ pointer }) => pointer !== '').sort(inTree) }))
    .filter(({ rows }) => rows.length > 0)
    .sort((a, b) => byText(a.part, b.part))
}

function placeOf(pointer: string): Pick<SchemaRow, 'pointer' | 'name' | 'depth'> {
  const tokens = pointer.split('/').slice(1)
  const named = tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
  const name = named.findLast((token) => token !== '*') ?? ''
  const isList = named.at(-1) === '*'
  const depth = named.filter((token) => token !== '*').length - 1
  return { pointer, name: isList ? `${name}[]` : name, depth: Math.max(0, Math.min(5, depth)) }
}

/** Comparator that puts a location before its descendants. */
function inTree(a: SchemaRow, b: SchemaRow): number {
  return byText(`${a.pointer}/`, `${b.pointer}/`)
}
