import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneForJobs, type JobClone } from '../testing/cli/job-clone.ts'
import { readWorkflow, type StepResult } from '../testing/cli/workflow.ts'

const file = 'actions/specdrift/action.yml'
let job: JobClone

beforeAll(async () => {
  job = await cloneForJobs()
}, 60_000)
afterAll(() => job.close())

const inputs = {
  'inputs.api': 'lending',
  'inputs.program': 'node dist/cli.js',
  'inputs.args': '',
  'inputs.notify': 'false',
  'inputs.token': 'github-token-of-the-test',
  'inputs.reports-dir': 'reports',
  'inputs.history-dir': 'history',
}

/** Runs the steps one after the other, each with what those before it put out. */
async function act(given: Readonly<Record<string, string>>): Promise<Readonly<Record<string, StepResult>>> {
  let expressions: Readonly<Record<string, string>> = { ...inputs, ...given }
  const results: Record<string, StepResult> = {}
  for (const [name, id] of [
    ['Monitor', 'monitor'],
    ['Read', 'read'],
    ['Show', ''],
    ['Verdict', ''],
  ] as const) {
    const env = { GITHUB_ACTION_PATH: join(job.cwd, '.github/actions/specdrift') }
    const result = await job.step(file, name, { expressions, env })
    results[name] = result
    const outputs = Object.entries(result.outputs).map(([key, value]) => [`steps.${id}.outputs.${key}`, value])
    expressions = { ...expressions, ...Object.fromEntries(outputs) }
  }
  return results
}

describe('the action', () => {
  it('reports drift in the issue, the summary, the annotations and its outputs', async () => {
    const args = '--drift\nnull@GET /main-account/balances/crypto\n'
    const { Monitor, Read, Show, Verdict } = await act({ 'inputs.args': args, 'inputs.notify': 'true' })
    expect([Monitor?.code, Monitor?.outputs, Verdict?.code]).toEqual([0, { 'exit-code': '1' }, 1])
    expect(job.github.issues.map(({ title }) => title)).toEqual(['API drift: lending'])
    expect(Read?.outputs).toEqual({
      verdict: 'drift',
      new: '1',
      open: '0',
      accepted: '0',
      fixed: '0',
      regressed: '0',
      inconclusive: '0',
      report: 'reports/lending/report.json',
      html: 'reports/lending/index.html',
      markdown: 'reports/lending/report.md',
    })
    expect(Show?.summary).toMatch(/^## ❌ The live API drifted/)
    expect(Show?.log).toContain('::error ')
    expect(await readFile(join(job.cwd, 'history/lending.ndjson'), 'utf8')).toContain('"outcome":"drift"')
  }, 60_000)

  it('says when nothing was checked', async () => {
    const { Read, Show, Verdict } = await act({ 'inputs.args': '--base-url\nhttp://127.0.0.1:1\n' })
    expect([Read?.outputs.verdict, Verdict?.code]).toEqual(['inconclusive', 2])
    expect(Show?.summary).toMatch(/^## ⚠️ Could not check: .*Last good run: /)
  }, 60_000)

  it('takes a program that does not start for no verdict', async () => {
    await mkdir(join(job.cwd, 'reports/lending'), { recursive: true })
    await writeFile(join(job.cwd, 'reports/lending/report.json'), '{"summary":{}}')
    const { Read, Verdict } = await act({ 'inputs.program': 'node dist/nowhere.js' })
    expect([Read?.outputs.verdict, Verdict?.code]).toEqual(['inconclusive', 1])
  })

  it('puts out no line that a report wrote', async () => {
    await mkdir(join(job.cwd, 'reports/lending'), { recursive: true })
    const summary = { drift: { new: '0\nverdict=clean' } }
    await writeFile(join(job.cwd, 'reports/lending/report.json'), JSON.stringify({ summary }))
    const { code, outputs } = await job.step(file, 'Read', {
      expressions: { ...inputs, 'steps.monitor.outputs.exit-code': '1' },
      env: { GITHUB_ACTION_PATH: join(job.cwd, '.github/actions/specdrift') },
    })
    expect([code, outputs]).toEqual([1, { verdict: 'drift' }])
    await rm(join(job.cwd, 'reports/lending'), { recursive: true })
  })

  it('refuses to guess whether to notify', async () => {
    const { code, log } = await job.step(file, 'Monitor', { expressions: { ...inputs, 'inputs.notify': 'yes' } })
    expect([code, log]).toEqual([2, expect.stringMatching(/^::error .*not 'yes'\n$/)])
  })

  it('puts out everything it says it does, of steps it has', async () => {
    // The schema holds of both: see files.test.ts.
    const { outputs } = (await readWorkflow(file)) as { outputs?: Record<string, { value: string }> }
    const { outputs: read = {} } = (await job.step(file, 'Read', {
      expressions: { ...inputs, 'steps.monitor.outputs.exit-code': '0' },
      env: { GITHUB_ACTION_PATH: join(job.cwd, '.github/actions/specdrift') },
    })) as StepResult
    const values = Object.values(outputs ?? {}).map(({ value }) => value.slice(4, -3).trim())
    const expected = [
      'steps.monitor.outputs.exit-code',
      ...Object.keys(read).map((name) => `steps.read.outputs.${name}`),
    ]
    expect(values.toSorted()).toEqual(expected.toSorted())
  })
})
