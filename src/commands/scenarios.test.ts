import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCli } from '../testing/cli/run-cli.ts'
import { inFolder, readScenario, withResult } from '../testing/cli/scenario.ts'
import { run } from './run.ts'

const folder = join(import.meta.dirname, 'scenarios')

it.each(readdirSync(folder))('%s', async (file) => {
  const path = join(folder, file)
  const { files, before, argv, env, stdin } = await readScenario(path)
  const result = await inFolder(files, async (cwd) => {
    for (const line of before) expect(await runCli(run, line, { cwd })).toMatchObject({ code: 0 })
    return runCli(run, argv, { cwd, env, stdin })
  })
  await expect(withResult(readFileSync(path, 'utf8'), result)).toMatchFileSnapshot(path)
})
