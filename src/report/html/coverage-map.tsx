import type { Coverage, OperationCoverage } from '../../model/report.ts'
import { byText } from '../../util/text.ts'
import { coverageNames, percent } from '../coverage-labels.ts'
import { printable } from '../labels.ts'

const shares = ['parameters', 'properties', 'values'] as const

/** Which documented statuses of which operation were seen how often, and how much of the rest. */
export function CoverageMap({ coverage }: { readonly coverage: Coverage }) {
  const { byOperation } = coverage
  const statuses = [...new Set(byOperation.flatMap(({ responses }) => Object.keys(responses)))].sort(byText)
  return (
    <section id="coverage">
      <h2>Coverage</h2>
      <p class="soft">
        Responses by documented status: an empty cell is not documented, a marked 0 was never seen. Then shares seen of
        what is documented.
      </p>
      <section class="wide" aria-label="Coverage by operation" tabindex={0}>
        <table class="map">
          <thead>
            <tr>
              <th scope="col">Operation</th>
              {statuses.map((status) => (
                <th scope="col" key={status}>
                  {printable(status)}
                </th>
              ))}
              {shares.map((kind) => (
                <th scope="col" key={kind}>
                  {coverageNames[kind]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {byOperation.map((operation) => (
              <Row key={operation.operation} operation={operation} statuses={statuses} />
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

function Row({ operation, statuses }: { readonly operation: OperationCoverage; readonly statuses: readonly string[] }) {
  const { responses, unseen } = operation
  return (
    <tr>
      <th scope="row">
        <code>{printable(operation.operation)}</code>
        {unseen.length > 0 && (
          <details>
            <summary>{unseen.length === 100 ? 'at least 100' : unseen.length} never seen</summary>
            <ul>
              {unseen.map((name) => (
                <li key={name}>{printable(name)}</li>
              ))}
            </ul>
          </details>
        )}
      </th>
      {statuses.map((status) => {
        const count = Object.hasOwn(responses, status) ? responses[status] : undefined
        return (
          <td key={status} class={count === undefined ? '' : count > 0 ? 'seen' : 'unseen'}>
            {count}
          </td>
        )
      })}
      {shares.map((kind) => {
        const { seen, total } = operation[kind]
        return (
          <td key={kind} class={total === 0 ? '' : `heat-${Math.floor((4 * seen) / total)}`}>
            {total === 0 ? '' : percent(seen, total)}
          </td>
        )
      })}
    </tr>
  )
}
