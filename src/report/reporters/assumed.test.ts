import { expect, it } from 'vitest'
import { driftFinding, monitorReport } from '../../testing/sample-report.ts'
import { reporters } from './index.ts'

/** Formats that show no finding, but counts. */
const counting: ReadonlySet<string> = new Set(['badge', 'one-line', 'openmetrics'])

it.each(reporters.filter(({ name }) => !counting.has(name)))(
  '$name says that a finding contradicts a guess',
  ({ render }) => {
    const message = 'the assumption is wrong: status 200 although the request has no credential'
    const finding = driftFinding({ severity: 'info', verdict: 'compatible', assumed: true, message })
    expect(render(monitorReport({ findings: [finding] }), { colour: false })).toContain('the assumption is wrong')
  },
)
