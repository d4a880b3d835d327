import type { Finding } from '../../model/finding.ts'
import type { Section } from '../group.ts'
import { printable } from '../labels.ts'

interface FilterFormProps {
  readonly groups: readonly Section[]
  readonly operations: ReadonlyMap<string, number>
}

/** Search and filters. Only the script can use them, so only the script shows them. */
export function FilterForm({ groups, operations }: FilterFormProps) {
  const findings = groups.flatMap((group) => group.findings)
  if (findings.length === 0) return null
  const valuesOf = (read: (finding: Finding) => string) => {
    const values = new Set(findings.map(read))
    return [...values].sort().map((value) => [value, value] as const)
  }
  return (
    <search aria-label="Findings">
      <form hidden autocomplete="off">
        <label>
          Search
          <input type="search" name="q" />
        </label>
        <Choice label="Severity" name="severity" values={valuesOf(({ severity }) => severity)} />
        <Choice label="State" name="state" values={valuesOf(({ state }) => state)} />
        <Choice label="Kind" name="kind" values={valuesOf(({ kind }) => kind)} />
        <Choice label="Rule" name="rule" values={valuesOf(({ ruleId }) => ruleId)} />
        <Choice
          label="Operation"
          name="operation"
          values={[...operations].map(([key, number]) => [String(number), key] as const)}
        />
        <button type="reset">Show all</button>
        <p id="count" role="status" />
      </form>
    </search>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly name: string
  readonly values: readonly (readonly [value: string, shown: string])[]
}

function Choice({ label, name, values }: ChoiceProps) {
  return (
    <label>
      {label}
      <select name={name}>
        <option value="">all</option>
        {values.map(([value, shown]) => (
          <option key={value} value={value}>
            {printable(shown)}
          </option>
        ))}
      </select>
    </label>
  )
}
