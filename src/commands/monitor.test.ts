import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Report } from '../model/report.ts'
import { type CliResult, runCli } from '../testing/run-cli.ts'
import { inFolder } from '../testing/scenario.ts'
import { run } from './run.ts'

const root = resolve(import.meta.dirname, '../..')

/** Monitors the lending service of this repository, with reports in a folder of their own. */
function monitor(...flags: string[]): Promise<CliResult & { report: Report; page: string }> {
  return inFolder([], async (folder) => {
    const result = await runCli(run, ['monitor', 'lending', '--reports-dir', folder, ...flags], { cwd: root })
    const read = (file: string) => readFile(join(folder, 'lending', file), 'utf8')
    return { ...result, report: JSON.parse(await read('report.json')), page: await read('index.html') }
  })
}

describe('monitor', () => {
  it('calls every operation of the sandbox, finds nothing, and ends with 0 over a breaking contract', async () => {
    const { code, stdout, stderr, report } = await monitor('--sandbox')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^lending {2}contract b07 · target sandbox · 49\/49 operations · \d+ calls · 0\.0 s\n/)
    expect(stdout).toContain('contract   b06 → b07   2 breaking · 2 compatible, published')
    expect(stdout).toContain('live       0 new · 0 known · 0 fixed')
    expect(report.findings.filter((finding) => finding.kind !== 'contract')).toEqual([])
    expect(report.subjects.filter((subject) => (subject.calls ?? 0) === 0)).toEqual([])
  })

  it.each([
    ['null@GET /main-account/balances/crypto', 'null-conformance'],
    ['enum@POST /sub-account/loans/transactions', 'enum-conformance'],
    ['required@GET /sub-account/loans/{loanId}', 'required-conformance'],
  ])('finds %s, and only that', async (drift, ruleId) => {
    const { code, stdout, report, page } = await monitor('--drift', drift)
    const live = report.findings.filter((finding) => finding.kind !== 'contract')
    expect(code).toBe(1)
    expect(live.map((finding) => [finding.ruleId, finding.site.operation])).toEqual([[ruleId, drift.split('@')[1]]])
    expect(stdout).toContain(`✖ ${ruleId}`)
    expect(stdout).toMatch(/\n {4}curl {6}curl /)
    expect(page).toContain(live[0]?.fingerprint)
  })

  it('gives the same report twice, and no secret in it', async () => {
    const drift = ['--drift', 'null@GET /main-account/balances/crypto']
    const [first, second] = [await monitor(...drift), await monitor(...drift)]
    expect(second.report).toEqual(first.report)
    expect(JSON.stringify(first) + first.page).not.toMatch(/main-token|sub-token/)
  })
})
