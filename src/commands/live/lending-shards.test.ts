import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { type CliResult, runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { withoutDurations } from '../../testing/cli/without-durations.ts'
import { inFull } from '../../testing/runs.ts'
import { run } from '../run.ts'

const root = resolve(import.meta.dirname, '../../..')
const lending = (...flags: string[]) => [
  'monitor',
  'lending',
  '--drift',
  'null@GET /sub-account/loans/redraws/applications',
  ...flags,
]
const generated = ['--generate', 'negative', '--max-calls', '100']

const shards = inFull(4, 2)

it(`${shards} shards, each with a sandbox of its own, merged are the whole run byte for byte apart from durations`, async () => {
  await inFolder([], async (folder) => {
    // Without `crossCheck`, because openapi-diff may time out.
    const config = join(folder, 'config.json')
    await writeFile(config, JSON.stringify({ apis: { lending: { target: { sandbox: true } } } }))
    const cli = (argv: string[]): Promise<CliResult> =>
      runCli(
        run,
        [
          ...argv,
          '--config',
          config,
          '--history-dir',
          join(folder, argv.includes('--shard') ? 'none' : (argv[0] ?? '')),
        ],
        {
          cwd: root,
          clock: () => Date.UTC(2026, 10, 21, 8),
        },
      )
    const into = (name: string) => ['--reports-dir', join(folder, name)]
    expect(await cli([...lending(...generated), ...into('whole')])).toMatchObject({ code: 1, stderr: '' })
    const files = []
    for (let index = 1; index <= shards; index++) {
      await cli([...lending(...generated), '--shard', `${index}/${shards}`, ...into(`${index}`)])
      files.push(join(folder, `${index}`, 'lending', 'report.json'))
    }
    const merged = await cli(['report', 'merge', ...files, '-o', join(folder, 'merged')])
    expect(merged).toMatchObject({ code: 1, stderr: '' })

    const read = async (name: string, file: string) =>
      withoutDurations(await readFile(join(folder, name, file), 'utf8'))
    const report: Report = JSON.parse(await read('merged', 'report.json'))
    expect(report.findings.filter(({ kind }) => kind === 'drift').map(({ ruleId }) => ruleId)).toContain(
      'null-conformance',
    )
    expect(report.coverage?.operations).toEqual({ called: 49, total: 49 })
    const isOfReport = (file: string): boolean => file !== 'run.ndjson'
    const formats = (await readdir(join(folder, 'whole/lending'))).filter(isOfReport)
    expect(formats).toContain('index.html')
    for (const file of formats) expect(await read('merged', file), file).toBe(await read('whole/lending', file))
  })
})
