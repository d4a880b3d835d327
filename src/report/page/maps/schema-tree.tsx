import type { OperationCounts } from '../../../model/live/statistics.ts'
import type { OperationCoverage, Report } from '../../../model/report.ts'
import { printable } from '../../labels.ts'
import { percent } from '../../summary/coverage-labels.ts'
import { Folded } from './folded.tsx'
import { type SchemaBody, type SchemaRow, schemaBodies } from './schema-rows.ts'

/** Operations beyond this are left out: the page would be too large. */
const mostOperations = 100

/** What of the contract was seen, operation by operation: statuses, then every property with nulls and values. */
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
