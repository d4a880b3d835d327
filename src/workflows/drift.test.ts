import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../commands/run.ts'
import { cloneForJobs, type JobClone } from '../testing/cli/job-clone.ts'

let job: JobClone

beforeAll(async () => {
  job = await cloneForJobs(run)
}, 300_000)
afterAll(() => job.close())

describe('drift.yml', () => {
  const file = 'workflows/drift.yml'

  it('plans, monitors in shards, merges, notifies and reports', async () => {
    const plan = await job.step(file, 'plan Plan', { expressions: { "inputs.shards || '2'": '2' } })
    expect([plan.code, plan.log]).toEqual([0, ''])
    const { include } = JSON.parse(plan.outputs.matrix ?? '')
    expect(include.map(({ shard, name }: Record<string, string>) => [shard, name])).toEqual([
      ['1/2', 'lending-1-of-2'],
      ['2/2', 'lending-2-of-2'],
    ])
    for (const { shard, suites, name } of include) {
      const given = { 'matrix.shard': shard, 'matrix.suites': suites, 'matrix.name': name }
      expect((await job.step(file, 'monitor Monitor', { expressions: given })).code).toBe(0)
    }
    const merge = await job.step(file, 'report Merge')
    expect([merge.code, merge.outputs]).toEqual([0, { code: '0', made: 'true' }])
    expect(await readFile(join(job.cwd, 'history/lending.ndjson'), 'utf8')).toContain('"outcome":"clean"')
    expect(await job.step(file, 'report Notify')).toMatchObject({ code: 0, log: '' })
    expect(job.github.issues).toEqual([])
    expect((await job.step(file, 'report Summary')).summary).toMatch(
      /^## ✅ The live API keeps its contract: 49 of 49 operations/,
    )
    expect((await job.step(file, 'report Annotate')).log).toMatch(/^The live API keeps its contract/)
    expect((await job.step(file, 'report Changelog')).code).toBe(0)
    expect(await readFile(join(job.cwd, 'reports/lending/changelog.html'), 'utf8')).toContain('b06')
  }, 300_000)

  it('fails if a shard is missing, and reports that nothing was checked', async () => {
    for (const name of ['shards/lending-2-of-2', 'reports']) await rm(join(job.cwd, name), { recursive: true })
    const merge = await job.step(file, 'report Merge')
    expect([merge.code, merge.outputs, merge.log]).toEqual([
      0,
      { code: '2' },
      expect.stringMatching(/^error: .*missing|^error: .*2/),
    ])
    expect((await job.step(file, 'report Summary')).summary).toMatch(/^## ⚠️ Nothing was checked/)
  })

  it('fails in a shard that could not check', async () => {
    const given = { 'matrix.shard': '1/1', 'matrix.suites': 'suites/none.suite.ts', 'matrix.name': 'x' }
    expect((await job.step(file, 'monitor Monitor', { expressions: given })).code).toBe(2)
    expect(await readFile(join(job.cwd, 'shards/x/lending/report.json'), 'utf8')).toContain('"couldNotCheck"')
  })

  it.each([
    ['0', 'success', 0],
    ['0', 'skipped', 0],
    ['0', 'failure', 2],
    ['1', 'failure', 1],
    ['2', 'success', 2],
  ])('ends as the merged run did: %s, %s', async (code, outcome, expected) => {
    const given = { 'steps.merge.outputs.code': code, 'steps.notify.outcome': outcome }
    expect((await job.step(file, 'report Verdict', { expressions: given })).code).toBe(expected)
  })
})
