import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { load } from 'js-yaml'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { run } from '../commands/run.ts'
import { blocksOf } from '../testing/cli/documented-blocks.ts'
import { createShopProject, type ShopProject } from '../testing/cli/shop-project.ts'
import { bash } from '../testing/cli/workflow.ts'

const schemas = join(import.meta.dirname, '../testing/schemas')
const schema = (name: string) => JSON.parse(readFileSync(join(schemas, name), 'utf8'))
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })

let shop: ShopProject
beforeAll(async () => {
  shop = await createShopProject(run)
})
afterAll(() => shop.close())
afterEach(async () => {
  shop.drift(false)
  for (const name of ['junit.xml', 'reports', 'history', 'monitor.log', 'gl-code-quality-report.json'])
    await rm(join(shop.cwd, name), { recursive: true, force: true })
})
const made = (name: string) => readFileSync(join(shop.cwd, name), 'utf8')

/** Runs a line as a program would with sh -c. */
const sh = (options: string, line: string) =>
  bash(['-c', `exec sh ${options} "$0"`, line], { cwd: shop.cwd, env: shop.env })

async function expectJunit(isFailed: boolean): Promise<void> {
  const result = await validateXML({
    xml: [{ fileName: 'junit.xml', contents: made('junit.xml') }],
    schema: [readFileSync(join(schemas, 'junit-10.xsd'), 'utf8')],
  })
  expect(result.errors).toEqual([])
  expect(/<failure/.test(made('junit.xml'))).toBe(isFailed)
}

interface Job {
  readonly variables?: Readonly<Record<string, string | number>>
  readonly before_script?: readonly string[]
  readonly script: readonly string[]
  readonly artifacts: { readonly reports: Readonly<Record<string, string>>; readonly paths?: readonly string[] }
}

describe('docs/ci/gitlab.md', () => {
  const jobs = Object.assign({}, ...blocksOf('docs/ci/gitlab.md', 'yaml').map((block) => load(block))) as Record<
    'contract' | 'drift',
    Job
  >
  /** Runs a job like a GitLab runner: one shell for all lines, stopping at the first failure. */
  const run = ({ variables = {}, before_script = [], script }: Job) => {
    const env = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)]))
    const predefined = { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main' }
    const lines = ['set -eo pipefail', ...before_script, ...script].join('\n')
    return bash(['-c', lines], { cwd: shop.cwd, env: { ...shop.env, ...predefined, ...env } })
  }

  it('contains a valid .gitlab-ci.yml', () => {
    const validate = ajv.compile(schema('gitlab-ci.json'))
    expect(Object.keys(jobs)).toEqual(['contract', 'drift'])
    expect(validate(jobs) ? [] : validate.errors).toEqual([])
    expect(validate({ ...jobs, drift: { ...jobs.drift, scirpt: [] } })).toBe(false)
  })

  it('passes a compatible merge request and reports breaking changes', async () => {
    expect((await run(jobs.contract))[0]).toBe(0)
    await shop.put('openapi.yaml', made('openapi.yaml').replace('type: number', 'type: [number, "null"]'))
    const [code, log] = await run(jobs.contract)
    expect([code, log]).toEqual([1, expect.stringContaining('BREAKING')])
    const { codequality = '', junit = '' } = jobs.contract.artifacts.reports
    const entries = JSON.parse(made(codequality))
    const validate = ajv.compile({ type: 'array', minItems: 1, items: schema('gitlab-codeclimate.json') })
    expect(validate(entries) ? [] : validate.errors).toEqual([])
    expect(entries[0].location.path).toBe('openapi.yaml')
    expect(junit).toBe('junit.xml')
    await expectJunit(true)
    shop.git('checkout', '--quiet', 'openapi.yaml')
  })

  it('the scheduled job exits like the run and leaves the declared artifacts', async () => {
    expect((await run(jobs.drift))[0]).toBe(0)
    await expectJunit(false)
    shop.drift(true)
    expect((await run(jobs.drift))[0]).toBe(1)
    await expectJunit(true)
    const kept = [...(jobs.drift.artifacts.paths ?? []), ...Object.values(jobs.drift.artifacts.reports), 'history/']
    expect(kept.filter((name) => !existsSync(join(shop.cwd, name)))).toEqual([])
  })
})

describe('docs/ci/jenkins.md', () => {
  const [pipeline = ''] = blocksOf('docs/ci/jenkins.md', 'groovy')

  it('has steps that run in Jenkins and leave the files it archives', async () => {
    const steps = [...pipeline.matchAll(/^ *sh '([^']+)'$/gm)].map(([, step]) => step ?? '')
    expect(steps.length).toBe(2)
    const codes: number[] = []
    shop.drift(true)
    for (const step of steps) {
      codes.push((await sh('-xec', step))[0])
    }
    expect(codes).toEqual([0, 1])
    const [, junit = ''] = /junit '([^']+)'/.exec(pipeline) ?? []
    const [, archived = ''] = /artifacts: '([^']+)\/\*\*'/.exec(pipeline) ?? []
    expect([junit, existsSync(join(shop.cwd, archived, 'shop/index.html'))]).toEqual(['junit.xml', true])
    await expectJunit(true)
  })

  it('closes every block', () => {
    expect(pipeline.match(/\{/g)?.length).toBe(pipeline.match(/\}/g)?.length)
  })
})

describe('docs/ci/cron.md', () => {
  it('has a line that cron can run', async () => {
    const [line = ''] = blocksOf('docs/ci/cron.md', 'text')
    const [, minute, command = ''] = /^(\d+) \d+ \* \* \* +(.*)$/m.exec(line) ?? []
    expect(Number(minute) % 2).toBe(1)
    const run = async () => (await sh('-c', command.replace('/srv/shop', shop.cwd)))[0]
    expect(await run()).toBe(0)
    shop.drift(true)
    expect(await run()).toBe(1)
    expect(made('monitor.log').match(/ shop 1 · /g)?.length).toBe(2)
  })

  it('alerts on an existing metric', async () => {
    const [rules = ''] = blocksOf('docs/ci/cron.md', 'yaml')
    const [, metric = ''] = /\b(specdrift_\w+)/.exec(rules) ?? []
    const [, output] = await sh('-c', 'npx specdrift monitor shop --format openmetrics')
    expect(output).toMatch(new RegExp(`^${metric}\\{api="shop"[^}]*\\} \\d`, 'm'))
  })
})

describe('docs/ci/elsewhere.md', () => {
  it('has a task whose problem matcher finds lines of existing files', async () => {
    const [tasks = '{}'] = blocksOf('docs/ci/elsewhere.md', 'json')
    const [task] = JSON.parse(tasks).tasks
    const { regexp, file, line } = task.problemMatcher.pattern
    await shop.put('openapi.yaml', made('openapi.yaml').replace('type: number', 'type: [number, "null"]'))
    const [code, output] = await sh('-c', task.command)
    shop.git('checkout', '--quiet', 'openapi.yaml')
    expect(code).toBe(1)
    const found = output
      .trim()
      .split('\n')
      .map((each) => new RegExp(regexp).exec(each))
    expect(found.map((match) => match?.[file])).toEqual(found.map(() => 'openapi.yaml'))
    const lines = made('openapi.yaml').split('\n')
    expect(found.every((match) => lines[Number(match?.[line]) - 1] !== undefined)).toBe(true)
  })
})
