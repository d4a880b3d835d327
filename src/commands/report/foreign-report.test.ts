import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { monitorReport } from '../../testing/sample-report.ts'
import { run } from '../run.ts'

const config = { apis: { shop: {} }, notify: [{ type: 'webhook', urlEnv: 'HOOK_URL' }] }

// A report may be an artifact of an untrusted branch.
it.each([
  [['report', 'merge', 'r.json'], { shard: { index: 1, count: 1 } }],
  [['notify', 'send', 'r.json'], {}],
])('%j takes no API from a report that would lead out of its folder', async (argv, parts) => {
  await inFolder([{ name: 'in/specdrift.config.json', content: JSON.stringify(config) }], async (folder) => {
    const cwd = join(folder, 'in')
    await writeFile(join(cwd, 'r.json'), JSON.stringify(monitorReport({ api: '../../up', ...parts })))
    const { code, stderr } = await runCli(run, argv, { cwd, env: { HOOK_URL: 'http://127.0.0.1:9' } })
    expect([code, stderr]).toEqual([2, expect.stringContaining('"../../up" may hold only letters, digits')])
    expect(await readdir(folder)).toEqual(['in'])
  })
})
