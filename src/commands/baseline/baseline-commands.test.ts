import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ReportParts } from '../../report/build.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { contractFinding, driftFinding, monitorReport } from '../../testing/sample-report.ts'
import { run } from '../run.ts'

const [first, second, third] = ['1', '2', '3'].map((digit) => `d00000000000000${digit}`)
const findings = [
  driftFinding(),
  driftFinding({ fingerprint: second ?? '', state: 'regressed' }),
  driftFinding({ fingerprint: third ?? '', severity: 'info' }),
  contractFinding(),
]
const rules = [{ id: 'null-conformance', kind: 'check' as const, title: '' }]

interface Project {
  cli(line: string): ReturnType<typeof runCli>
  report(parts: Partial<ReportParts>): Promise<void>
  baseline(): Promise<string>
}

/** A project with a report but no baseline. */
async function inProject(use: (project: Project) => Promise<void>): Promise<void> {
  const text = (parts: Partial<ReportParts>) => JSON.stringify(monitorReport({ api: 'shop', rules, ...parts }))
  const files = [
    { name: 'specs/shop/snapshots.json', content: '{}' },
    { name: 'reports/shop/report.json', content: text({ findings }) },
  ]
  await inFolder(files, (cwd) =>
    use({
      cli: (line) => runCli(run, line.split(' '), { cwd }),
      report: (parts) => writeFile(join(cwd, 'reports/shop/report.json'), text(parts)),
      baseline: () => readFile(join(cwd, 'specs/shop/baseline.json'), 'utf8'),
    }),
  )
}

const because = '--owner team-a --reason announced'

describe('baseline accept', () => {
  it('accepts findings of the last report for some days', async () => {
    await inProject(async ({ cli, baseline }) => {
      const accepted = await cli(`baseline accept shop ${second} ${first} ${because} --expires 30d`)
      const lines = [second, first].map((id) => `accepted null-conformance ${id} until 2026-12-20\n`).join('')
      expect(accepted).toEqual({ code: 0, stdout: lines, stderr: '' })
      expect(JSON.parse(await baseline()).entries[0]).toEqual({
        ...{ fingerprint: first, ruleId: 'null-conformance', reason: 'announced', owner: 'team-a' },
        ...{ location: 'GET /loans 200 application/json [].status', expires: '2026-12-20' },
      })
      const before = await baseline()
      expect((await cli(`baseline accept shop ${first} ${because} --expires soon`)).stderr).toContain('is not a day')
      const late = await cli(`baseline accept shop ${first} ${because} --expires 2026-11-19`)
      expect([late.code, late.stderr]).toEqual([2, expect.stringContaining('is in the past: today is 2026-11-20')])
      const slip = await cli(`baseline accept shop d000000000000009 ${because}`)
      expect([slip.code, slip.stderr]).toEqual([2, expect.stringContaining(`did you mean ${first}?`)])
      expect(await baseline()).toBe(before)
    })
  })

  it("accepts all findings of a group by the group's id", async () => {
    await inProject(async ({ cli, report, baseline }) => {
      const at = (pointer: string) => ({ operation: 'GET /a', direction: 'response', part: '200', pointer }) as const
      const group = [first, second].map((fingerprint = '', index) =>
        driftFinding({ fingerprint, site: at(`/x${index}`) }),
      )
      await report({ findings: [...group, driftFinding({ fingerprint: third ?? '', site: at('/y/z') })] })
      const [id] = monitorReport({ findings: group }).findings.map((finding) => finding.group)
      await cli(`baseline accept shop ${id} ${because}`)
      const { entries } = JSON.parse(await baseline())
      expect(entries.map((entry: { fingerprint: string }) => entry.fingerprint)).toEqual([first, second])
    })
  })

  it('lists the affected operations and can limit the acceptance to them', async () => {
    await inProject(async ({ cli, report, baseline }) => {
      const site = { operation: 'GET /a', direction: 'response', part: '404', pointer: '', status: '404' } as const
      const reaches = ['GET /a', 'GET /b']
      await report({ findings: [driftFinding({ site, reaches })] })
      await cli(`baseline accept shop ${first} ${because}`)
      expect(JSON.parse(await baseline()).entries).toMatchObject([{ operations: reaches }])
      await cli(`baseline accept shop ${first} ${because} --limited`)
      expect(JSON.parse(await baseline()).entries).toMatchObject([{ operations: reaches, limited: true }])
      const listed = async () => (await cli('baseline list shop')).stdout
      expect(await listed()).not.toContain('Not accepted')
      await report({ findings: [driftFinding({ site, reaches: [...reaches, 'GET /c'] })] })
      expect(await listed()).toContain('Not accepted')
      expect((await cli(`baseline explain shop ${first}`)).stdout).toContain('3 operations: GET /a, GET /b, GET /c')
    })
  })

  it('accepts exactly the findings that fail the run', async () => {
    await inProject(async ({ cli, report }) => {
      expect((await cli(`baseline accept shop ${because}`)).stderr).toContain('or pass --all')
      const { stdout } = await cli(`baseline accept shop --all ${because}`)
      expect(stdout.match(/d0\d+/g)).toEqual([first, second])
      await report({ findings: [] })
      expect((await cli(`baseline accept shop --all ${because}`)).stdout).toContain('nothing was accepted')
    })
  })

  it('rejects findings that are not in a report of the API', async () => {
    await inProject(async ({ cli, report }) => {
      await report({ api: 'bank', findings })
      const { code, stderr } = await cli(`baseline accept shop ${first} ${because}`)
      expect([code, stderr]).toEqual([2, expect.stringContaining('is a report of bank, not of shop')])
    })
  })
})

describe('baseline list and prune', () => {
  it('show the state of each entry, and remove fixed and expired ones', async () => {
    await inProject(async ({ cli, report, baseline }) => {
      await cli(`baseline accept shop ${first} ${because}`)
      await cli(`baseline accept shop ${second} ${because} --expires 2026-11-25`)
      const states = async (flags = '') => {
        const { entries, open } = JSON.parse((await cli(`baseline list --format json${flags}`)).stdout)
        const of = (rows: readonly { readonly fingerprint: string; readonly state: string }[]) =>
          rows.map(({ fingerprint, state }) => `${fingerprint.at(-1)} ${state}`)
        return [of(entries), of(open)]
      }
      expect(await states()).toEqual([
        ['1 accepted', '2 accepted'],
        ['3 new', '1 open'],
      ])
      expect(await states(' --today 2026-11-26')).toEqual([
        ['1 accepted', '2 expired'],
        ['3 new', '1 open'],
      ])
      const lost = (calls: number, outcomes: object) => [{ operation: 'GET /loans', calls, outcomes, findings: 0 }]
      const uncalled = { subjects: lost(0, {}) }
      for (const parts of [
        uncalled,
        { subjects: lost(1, { gateway: 1 }) },
        { partial: true as const },
        { rules: [], inputs: {} },
      ]) {
        await report(parts)
        expect(await states()).toEqual([['1 accepted', '2 accepted'], []])
        expect((await cli('baseline prune')).stdout).toBe('Nothing to remove from 2 entries.\n')
      }
      await report({ findings: [driftFinding({ state: 'accepted' })] })
      expect(await states()).toEqual([['1 accepted', '2 fixed'], []])
      const text = (await cli('baseline list')).stdout
      expect(text).toMatch(/^\w+1 {2}accepted {3}null-conformance {10}for good {4}team-a: announced\n\w+2 {2}fixed/)
      const before = await baseline()
      expect((await cli('baseline prune --dry-run')).stdout).toMatch(/^would remove d0+2 {2}fixed/)
      expect(await baseline()).toBe(before)
      expect((await cli('baseline prune')).stdout).toMatch(/^removed d0+2 {2}fixed .*\n$/)
      await cli(`baseline accept shop ${first} ${because} --expires 2026-11-25`)
      expect((await cli('baseline prune --expired --today 2026-11-26')).stdout).toMatch(/^removed d0+1 {2}expired/)
      expect(JSON.parse(await baseline())).toEqual({ entries: [] })
    })
  })
})

describe('baseline explain', () => {
  it('explains a finding and what to do', async () => {
    await inProject(async ({ cli, report }) => {
      const cause = { kind: 'provider-changed', evidence: 'green on 2026-11-19, run of b06' } as const
      await report({ findings: [driftFinding({ cause })] })
      const { code, stdout } = await cli(`baseline explain shop ${first}`)
      expect(code).toBe(0)
      expect(stdout).toMatch(/^d000000000000001 {2}null-conformance {2}new\n {2}where {5}GET \/loans 200 /)
      expect(stdout).toContain(
        'next      the provider broke its promise: report it with the curl line (specdrift patch',
      )
      await cli(`baseline accept shop ${first} ${because} --expires 30d`)
      expect((await cli(`baseline explain shop ${first}`)).stdout).toMatch(
        /accepted\n[\s\S]* accepted {2}by team-a until 2026-12-20: announced\n {2}next {6}nothing until 2026-12-20\n$/,
      )
      await report({})
      expect((await cli(`baseline explain shop ${first}`)).stdout).toContain(
        'remove the entry: specdrift baseline prune',
      )
      const unknown = await cli('baseline explain shop d000000000000009')
      expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining(`(did you mean ${first}?)`)])
    })
  })
})
