import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCli } from '../testing/run-cli.ts'
import { inFolder, readScenario } from '../testing/scenario.ts'
import { run } from './run.ts'

const folder = join(import.meta.dirname, 'scenarios')

it.each(readdirSync(folder))('%s', async (file) => {
  const path = join(folder, file)
  const { files, argv, env, stdin, expected } = await readScenario(path)
  const result = await inFolder(files, (cwd) => runCli(run, argv, { cwd, env, stdin }))
  expect(result).toEqual(expected)
})
