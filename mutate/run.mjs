// Tests the tests: changes the sources of a room one spot at a time and runs the room's tests on each. Writes
// bench/results/mutation.md and ends with 1 when a room's score is below 90 %.
// node mutate/run.mjs [<room>...] [--sample <share>] [--seed <number>] [--fresh]
import { spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { page } from './page.mjs'
import { scoreOf, summary } from './results.mjs'
import { rooms } from './rooms.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    // Tests the mutants whose result is known as well: what changed beside the room and its tests is not noticed.
    fresh: { type: 'boolean', default: false },
  },
})
const unknown = positionals.find((name) => !Object.hasOwn(rooms, name))
if (unknown !== undefined) throw new Error(`There is no room ${unknown}; there are ${Object.keys(rooms).join(', ')}.`)
const kept = `${root}mutate/results.json`
const results = JSON.parse(await readFile(kept, 'utf8'))
for (const name of positionals.length === 0 ? Object.keys(rooms) : positionals) {
  results[name] = await run(name)
  const ordered = Object.fromEntries(Object.keys(rooms).flatMap((key) => (results[key] ? [[key, results[key]]] : [])))
  await writeFile(kept, `${JSON.stringify(ordered, null, 1)}\n`)
  await writeFile(`${root}bench/results/mutation.md`, page(ordered))
  const score = scoreOf(results[name])
  process.stdout.write(`${name}: ${score.toFixed(1)} %, ${results[name].survivors.length} survived\n`)
  if (score < 90) process.exitCode = 1
}

async function run(name) {
  const share = values.sample ?? rooms[name].sample
  const env = { ...process.env, MUTATE_ROOM: name, MUTATE_SEED: values.seed, MUTATE_SAMPLE: share ?? '' }
  const script = `${root}node_modules/@stryker-mutator/core/bin/stryker.js`
  const flags = values.fresh ? ['--force'] : []
  await mkdir(`${root}reports`, { recursive: true })
  const { status } = spawnSync(process.execPath, [script, 'run', 'mutate/stryker.config.mjs', ...flags], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Error(`Stryker ended with ${status} over the room ${name}.`)
  const report = JSON.parse(await readFile(`${root}reports/mutation/${name}.json`, 'utf8'))
  return summary(report, share === undefined ? undefined : { share: Number(share), seed: values.seed })
}
