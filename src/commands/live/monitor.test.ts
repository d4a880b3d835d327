import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { type CliResult, runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { run } from '../run.ts'

const root = resolve(import.meta.dirname, '../../..')

/** Folder for reports and history. */
const into = (folder: string): string[] => ['--reports-dir', folder, '--history-dir', join(folder, 'history')]

/** Monitors the lending service of this repository, with reports in a separate folder. */
function monitor(...flags: string[]): Promise<CliResult & { report: Report; page: string }> {
  return inFolder([], async (folder) => {
    // Without cross-check, which takes ten seconds.
    const argv = ['monitor', 'lending', ...into(folder), '--no-cross-check', ...flags]
    const result = await runCli(run, argv, { cwd: root })
    const read = (file: string) => readFile(join(folder, 'lending', file), 'utf8')
    return { ...result, report: JSON.parse(await read('report.json')), page: await read('index.html') }
  })
}

/** Only the suite that calls the drifting operation. */
const onlyBalances = { suites: 'suites/lending/balances-and-deposits.suite.ts', target: { sandbox: true } }

const drift = ['--drift', 'null@GET /main-account/balances/crypto']
let shared: ReturnType<typeof monitor> | undefined
/** Result of a run with one drift, shared by tests that only read it. */
const drifted = () => {
  shared ??= monitor(...drift)
  return shared
}

describe('monitor', () => {
  it('calls every operation of the sandbox without findings, and accepts a breaking change', async () => {
    const { code, stdout, stderr, report } = await monitor('--sandbox')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^✔ CONFORMS lending b07 · 0 errors · 49 of 49 operations clean · 0\.0 s\n/)
    expect(stdout).toContain('contract     b06 → b07 · 3 compatible · 2 accepted breaking changes, published')
    expect(stdout).toContain('  0 new · 0 open · 0 accepted · 0 fixed')
    expect(report.findings.filter((finding) => finding.kind !== 'contract')).toEqual([])
    expect(report.subjects.filter((subject) => (subject.calls ?? 0) === 0)).toEqual([])
  })

  // `npm run prove` tests all other kinds and operations.
  it.each([[drift[1] ?? '', 'null-conformance']])('finds exactly %s', async (where, ruleId) => {
    const { code, stdout, report, page } = await drifted()
    const live = report.findings.filter((finding) => finding.kind !== 'contract')
    expect(code).toBe(1)
    expect(live.map((finding) => [finding.ruleId, finding.site.operation])).toEqual([[ruleId, where.split('@')[1]]])
    expect(stdout).toContain(` ${ruleId} · new · `)
    expect(stdout).toMatch(/\n {2}curl /)
    expect(page).toContain(live[0]?.fingerprint)
  })

  it('lowers the severity of a check only at the configured operations', async () => {
    const severities = async (operations: string) => {
      const rules = { 'null-conformance': [{ severity: 'warning', direction: 'response', operations }] }
      return inFolder([], async (folder) => {
        const config = join(folder, 'config.json')
        await writeFile(config, JSON.stringify({ rules, apis: { lending: onlyBalances } }))
        const { code, report } = await monitor('--config', config, ...drift)
        return [code, ...report.findings.filter(({ kind }) => kind === 'drift').map(({ severity }) => severity)]
      })
    }
    expect(await severities('GET /main-account/**')).toEqual([0, 'warning'])
    expect(await severities('GET /sub-account/**')).toEqual([1, 'error'])
  })

  it('annotates for GitHub and prints the location of reports to stderr', async () => {
    const files = [{ name: 'config.json', content: JSON.stringify({ apis: { lending: onlyBalances } }) }]
    const { code, stdout, stderr } = await inFolder(files, (folder) =>
      monitor('--config', join(folder, 'config.json'), '--format', 'github', ...drift),
    )
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^ {2}report {5}\S+index\.html\n$/)])
    expect(stdout).toMatch(/\n::error file=specs\/lending\/b07\.yaml,line=\d+,col=\d+,title=null-conformance /)
  })

  it('does not leave an older report in place after an error', async () => {
    await inFolder([{ name: 'lending/report.json', content: '{}' }], async (folder) => {
      const argv = ['monitor', 'lending', ...into(folder), '--snapshot', 'b99', '--sandbox']
      const { code, stderr } = await runCli(run, argv, { cwd: root })
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/^Could not check\. Last run with a result: .*\nerror: /),
      ])
      const report = await readFile(join(folder, 'lending/report.json'), 'utf8')
      expect(JSON.parse(report)).toHaveProperty('couldNotCheck.code', 'UNKNOWN_SNAPSHOT')
    })
  })

  it('produces identical reports without secrets', async () => {
    const [first, second] = [await drifted(), await monitor(...drift)]
    const { startedAt, milliseconds } = first.report.times ?? {}
    expect({ ...second.report, times: { startedAt, milliseconds } }).toEqual({
      ...first.report,
      times: { startedAt, milliseconds },
    })
    expect(JSON.stringify(first) + first.page).not.toMatch(/main-token|sub-token/)
  })
})
