import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filterReport } from '../../report/filter/filter.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { driftFinding, monitorReport } from '../../testing/sample-report.ts'
import { run } from '../run.ts'

const whole = monitorReport({ findings: [driftFinding()] })
const files = [
  { name: 'report.json', content: JSON.stringify(filterReport(whole, { minSeverity: 'error', only: ['a', 'b'] })) },
  {
    name: 'specdrift.config.json',
    content: JSON.stringify({ apis: { lending: {} }, notify: [{ type: 'webhook', urlEnv: 'U' }] }),
  },
]

it.each([
  'report merge report.json',
  'report site report.json -o site',
  'baseline accept lending d000000000000001 --report report.json --reason r --owner o',
  'baseline list lending --report report.json',
  'baseline prune lending --report report.json',
  'notify send report.json --dry-run',
  'notify pr-comment report.json --pr 1 --dry-run',
])('a report that lacks findings is not gone on with: %s', (line) =>
  inFolder(files, async (cwd) => {
    const { code, stdout, stderr } = await runCli(run, line.split(' '), { cwd })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(
      /^error: report\.json was written with --min-severity error --only a --only b and lacks the findings that this omitted\.\nhint: /,
    )
    await expect(readFile(join(cwd, 'specs/lending/baseline.json'))).rejects.toThrow('ENOENT')
  }),
)

it('can be rendered, with the number of omitted findings', () =>
  inFolder(files, async (cwd) => {
    const { code, stdout } = await runCli(run, ['report', 'render', 'report.json'], { cwd })
    expect([code, stdout]).toEqual([1, expect.stringContaining('hides 1 error')])
  }))
