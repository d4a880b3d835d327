import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneForJobs, type JobClone } from '../testing/cli/job-clone.ts'
import { contractFinding, monitorReport } from '../testing/sample-report.ts'

let job: JobClone

beforeAll(async () => {
  job = await cloneForJobs()
}, 300_000)
afterAll(() => job.close())

describe('pages.yml', () => {
  const site = () => job.step('workflows/pages.yml', 'publish Site')
  const write = async (name: string, content: object) => {
    await mkdir(join(job.cwd, 'reports/lending'), { recursive: true })
    await writeFile(join(job.cwd, 'reports/lending', name), JSON.stringify(content))
  }

  it('adds available reports to the existing site', async () => {
    await write('report.json', monitorReport({ findings: [contractFinding()] }))
    expect(await site()).toMatchObject({ code: 0, outputs: { code: '0' } })
    await write('report.json', monitorReport({ times: { startedAt: '2026-11-21T08:00:00.000Z', milliseconds: 1 } }))
    const { code, outputs } = await site()
    expect([code, outputs]).toEqual([0, { code: '0' }])
    const overview = await readFile(join(job.cwd, 'site/index.html'), 'utf8')
    expect(overview).toContain('<a href="lending/index.html">lending</a>')
    for (const [, href = ''] of overview.matchAll(/href="(lending[^"#]+)"/g))
      await readFile(join(job.cwd, 'site', href))
    expect(await readFile(join(job.cwd, 'site/lending/index.html'), 'utf8')).toContain('Last 2 runs')
    const feed = await readFile(join(job.cwd, 'site/feed.xml'), 'utf8')
    expect(feed).toMatch(
      /<link rel="self" type="application\/atom\+xml" href="https:\/\/[\w-]+\.github\.io\/[\w-]+\/feed\.xml"/,
    )
  })

  it('publishes the site and fails if a report could not be added', async () => {
    await write('report.json', {})
    expect(await site()).toMatchObject({ code: 0, outputs: { code: '2' } })
    const given = { 'steps.site.outputs.code': '2' }
    expect((await job.step('workflows/pages.yml', 'publish Verdict', { expressions: given })).code).toBe(2)
  })
})
