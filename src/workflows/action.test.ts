import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { load } from 'js-yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../commands/run.ts'
import { cloneForJobs, type JobClone } from '../testing/cli/job-clone.ts'
import { readWorkflow, runStep, type StepResult, stepsOf } from '../testing/cli/workflow.ts'

const file = '../action.yml'
let job: JobClone

beforeAll(async () => {
  job = await cloneForJobs(run)
  // This suite only calls operations that drift; the steps don't depend on the number of calls.
  const suites = join(job.cwd, 'suites/lending')
  for (const name of await readdir(suites)) if (name !== 'balances-and-deposits.suite.ts') await rm(join(suites, name))
}, 300_000)
afterAll(() => job.close())

const inputs = {
  'inputs.api': 'lending',
  'inputs.program': 'node dist/cli.js',
  'inputs.args': '',
  'inputs.notify': 'false',
  'inputs.token': 'github-token-of-the-test',
  'inputs.reports-dir': 'reports',
  'inputs.history': 'true',
  'inputs.history-dir': 'history',
  'inputs.comment': 'false',
  'inputs.fail': 'true',
}
/** Folder where GitHub checks out the action. */
const path = () => ({ GITHUB_ACTION_PATH: job.cwd })
const steps = ['Inputs', 'Monitor', 'Badge', 'Read', 'Show', 'Comment', 'Verdict'] as const
type StepName = (typeof steps)[number]

/** Runs the steps in order. Each sees the outputs of earlier steps. */
async function act(
  given: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<Readonly<Partial<Record<StepName, StepResult>>>> {
  let expressions: Readonly<Record<string, string>> = { ...inputs, ...given }
  const results: Partial<Record<StepName, StepResult>> = {}
  for (const name of steps) {
    if (name === 'Comment' && expressions['inputs.comment'] !== 'true') continue
    const result = await job.step(file, name, { expressions, env: { ...path(), ...env } })
    results[name] = result
    const outputs = Object.entries(result.outputs).map(([key, value]) => [
      `steps.${name.toLowerCase()}.outputs.${key}`,
      value,
    ])
    expressions = { ...expressions, ...Object.fromEntries(outputs) }
  }
  return results
}

describe('the action', () => {
  it('reports drift in the issue, the summary, annotations and outputs', async () => {
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
      badge: 'reports/lending/badge.json',
    })
    const badge = JSON.parse(await readFile(join(job.cwd, 'reports/lending/badge.json'), 'utf8'))
    expect(badge).toMatchObject({ schemaVersion: 1, color: 'red' })
    expect(Show?.summary).toMatch(/^## ❌ The live API drifted/)
    expect(Show?.log).toContain('::error ')
    expect(await readFile(join(job.cwd, 'history/lending.ndjson'), 'utf8')).toContain('"outcome":"drift"')
  }, 300_000)

  it('reports that nothing was checked', async () => {
    const { Read, Show, Verdict } = await act({ 'inputs.args': '--base-url\nhttp://127.0.0.1:1\n' })
    expect([Read?.outputs.verdict, Verdict?.code]).toEqual(['inconclusive', 2])
    expect(Show?.summary).toMatch(/^## ⚠️ Could not check: .*Last run with a result: /)
  }, 300_000)

  it('has no verdict if the program does not start', async () => {
    await mkdir(join(job.cwd, 'reports/lending'), { recursive: true })
    await writeFile(join(job.cwd, 'reports/lending/report.json'), '{"summary":{}}')
    const { Read, Verdict } = await act({ 'inputs.program': 'node dist/nowhere.js' })
    expect([Read?.outputs.verdict, Verdict?.code]).toEqual(['inconclusive', 1])
  })

  it('does not let a report inject outputs', async () => {
    await mkdir(join(job.cwd, 'reports/lending'), { recursive: true })
    const summary = { drift: { new: '0\nverdict=clean' } }
    await writeFile(join(job.cwd, 'reports/lending/report.json'), JSON.stringify({ summary }))
    const { code, outputs } = await job.step(file, 'Read', {
      expressions: { ...inputs, 'steps.monitor.outputs.exit-code': '1' },
      env: path(),
    })
    expect([code, outputs]).toEqual([1, { verdict: 'drift' }])
    await rm(join(job.cwd, 'reports/lending'), { recursive: true })
  })

  it.each([
    ['notify', 'yes', 'true, false or dry-run'],
    ['history', 'no', 'true or false'],
    ['comment', '', 'true or false'],
    ['fail', 'False', 'true or false'],
  ])('refuses %s: %j', async (name, value, allowed) => {
    const expressions = { ...inputs, [`inputs.${name}`]: value }
    const { code, log } = await job.step(file, 'Inputs', { expressions, env: path() })
    expect([code, log]).toEqual([2, `::error title=specdrift::${name} is ${allowed}, not '${value}'\n`])
  })

  it("starts the given program, otherwise the project's own, otherwise the action's version", async () => {
    const programOf = async (program: string) =>
      (await job.step(file, 'Inputs', { expressions: { ...inputs, 'inputs.program': program }, env: path() })).outputs
        .program
    const { version } = JSON.parse(await readFile(join(job.cwd, 'package.json'), 'utf8'))
    expect([await programOf('node x.js'), await programOf('')]).toEqual(['node x.js', `npx --yes specdrift@${version}`])
    const cwd = await mkdtemp(join(tmpdir(), 'specdrift-action-'))
    await mkdir(join(cwd, 'node_modules/.bin'), { recursive: true })
    await writeFile(join(cwd, 'node_modules/.bin/specdrift'), '', { mode: 0o755 })
    const workflow = await readWorkflow(file)
    const [, step = {}] = stepsOf(file, workflow).find(([name]) => name.endsWith(' Inputs')) ?? []
    const env = { ...path(), PATH: process.env.PATH ?? '' }
    const { outputs } = await runStep(workflow, step, { cwd, env, expressions: { ...inputs, 'inputs.program': '' } })
    expect(outputs.program).toBe('npx --no-install specdrift')
    await rm(cwd, { recursive: true })
  })

  it('comments once on the pull request that triggered it, and nowhere else', async () => {
    const args = '--drift\nnull@GET /main-account/balances/crypto\n'
    const given = { 'inputs.args': args, 'inputs.comment': 'true', 'inputs.fail': 'false' }
    const { Comment: onBranch } = await act(given, { GITHUB_REF: 'refs/heads/main' })
    expect([onBranch?.code, onBranch?.log]).toEqual([0, 'No pull request: nothing is commented.\n'])
    const pull = job.github.addIssue({ title: 'a change', pull_request: {} })
    for (let run = 0; run < 2; run++) await act(given, { GITHUB_REF: `refs/pull/${pull.number}/merge` })
    expect(pull.comments.map(({ body }) => body.includes('The live API drifted'))).toEqual([true])
  }, 300_000)

  it('defines every documented output, from existing steps', async () => {
    // files.test.ts validates both against the schema.
    const { outputs } = (await readWorkflow(file)) as { outputs?: Record<string, { value: string }> }
    const { outputs: read = {} } = (await job.step(file, 'Read', {
      expressions: { ...inputs, 'steps.monitor.outputs.exit-code': '0' },
      env: path(),
    })) as StepResult
    const values = Object.values(outputs ?? {}).map(({ value }) => value.slice(4, -3).trim())
    const expected = [
      'steps.monitor.outputs.exit-code',
      ...Object.keys(read).map((name) => `steps.read.outputs.${name}`),
    ]
    expect(values.toSorted()).toEqual(expected.toSorted())
  })
})

describe('action-types.yml', async () => {
  const text = await readFile(join(import.meta.dirname, '../../action-types.yml'), 'utf8')
  const types = load(text) as Record<
    'inputs' | 'outputs',
    Record<string, { type: string; 'allowed-values'?: string[] }>
  >

  it('types each input and output, and defaults have that type', async () => {
    const action = (await readWorkflow(file)) as Partial<
      Record<'inputs' | 'outputs', Record<string, { default?: string }>>
    >
    expect(Object.keys(types.inputs)).toEqual(Object.keys(action.inputs ?? {}))
    expect(Object.keys(types.outputs)).toEqual(Object.keys(action.outputs ?? {}))
    const values: Record<string, RegExp> = { string: /^/, list: /^/, boolean: /^(true|false)$/, integer: /^\d+$/ }
    const wrong = Object.entries(action.inputs ?? {}).filter(([name, { default: value = 'true' }]) => {
      const { type, 'allowed-values': allowed = [] } = types.inputs[name] ?? { type: '' }
      return type === 'enum' ? !allowed.includes(value) : values[type]?.test(value) !== true
    })
    expect(wrong).toEqual([])
  })
})
