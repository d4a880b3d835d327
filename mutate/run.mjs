// Mutation testing: changes one spot at a time in the sources of a room and runs the room's tests. Writes bench/results/mutation.md and exits with
// 1 if a room's score is below 90 %. node mutate/run.mjs [<room>...] [--sample <share>] [--seed <number>] [--fresh | --page] node mutate/run.mjs
// no-effect [<part of a file name>...] [--minutes <number>]: mutates only the places of the diff that return "no effect" (no-effect.mjs)
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { testNoEffects } from './no-effect.mjs'
import { page } from './page.mjs'
import { scoreOf, summary } from './results.mjs'
import { rooms } from './rooms.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const kept = `${root}bench/results/mutation.json`
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    // With no-effect: the time limit for starting mutants.
    minutes: { type: 'string' },
    seed: { type: 'string', default: '1' },
    // Also tests mutants with a known result. Without it, changes outside the room and its tests go unnoticed.
    fresh: { type: 'boolean', default: false },
    // Only renders the page from the last runs, for example after editing left.mjs.
    page: { type: 'boolean', default: false },
  },
})
if (positionals[0] === 'no-effect') {
  await testNoEffects(positionals.slice(1), values.minutes === undefined ? undefined : Number(values.minutes))
  process.exit()
}
const unknown = positionals.find((name) => !Object.hasOwn(rooms, name))
if (unknown !== undefined) throw new Error(`There is no room ${unknown}; there are ${Object.keys(rooms).join(', ')}.`)
for (const name of positionals.length === 0 ? Object.keys(rooms) : positionals) {
  if (!values.page) run(name)
  const result = await read(name)
  await remember(name, result)
  const score = scoreOf(result)
  process.stdout.write(`${name}: ${score.toFixed(1)} %, ${result.survivors.length} survived\n`)
  if (score < 90) process.exitCode = 1
}

function run(name) {
  const env = { ...process.env, MUTATE_ROOM: name, MUTATE_SEED: values.seed, MUTATE_SAMPLE: shareOf(name) }
  const script = `${root}.ci/tools/node_modules/@stryker-mutator/core/bin/stryker.js`
  const flags = values.fresh ? ['--force'] : []
  mkdirSync(`${root}reports`, { recursive: true })
  const { status } = spawnSync(process.execPath, [script, 'run', 'mutate/stryker.config.mjs', ...flags], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Error(`Stryker ended with ${status} over the room ${name}.`)
}

/** Returns the share of mutants to sample; empty for all. */
function shareOf(name) {
  const share = values.sample ?? rooms[name].sample ?? '1'
  return Number(share) === 1 ? '' : share
}

/** Reads the result of a room's last run. */
async function read(name) {
  const report = JSON.parse(await readFile(`${root}reports/mutation/${name}.json`, 'utf8'))
  return summary(report, shareOf(name) === '' ? undefined : values.seed)
}

/** Replaces the stored result of a room. Reads the file again, because another room's run may have changed it. */
async function remember(name, result) {
  const results = { ...JSON.parse(await readFile(kept, 'utf8')), [name]: result }
  const ordered = Object.fromEntries(Object.keys(rooms).flatMap((key) => (results[key] ? [[key, results[key]]] : [])))
  await writeFile(kept, `${JSON.stringify(ordered, null, 1)}\n`)
  await writeFile(`${root}bench/results/mutation.md`, page(ordered))
}
