// Tests the tests: changes the sources of a room one spot at a time and runs the room's tests on each. Writes
// bench/results/mutation.md and ends with 1 when a room's score is below 90 %.
// node mutate/run.mjs [<room>...] [--sample <share>] [--seed <number>] [--fresh | --page]
// node mutate/run.mjs no-effect [<part of a file name>...] [--minutes <number>]: each place of the diff that says "no effect" (no-effect.mjs)
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
    // With no-effect: the time after which no further mutant is tested.
    minutes: { type: 'string' },
    seed: { type: 'string', default: '1' },
    // Tests the mutants whose result is known as well: what changed beside the room and its tests is not noticed.
    fresh: { type: 'boolean', default: false },
    // Runs nothing: writes the page anew from the last runs, as after an edit of left.mjs.
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

/** The share of the mutants that is drawn; an empty text for all. */
function shareOf(name) {
  const share = values.sample ?? rooms[name].sample ?? '1'
  return Number(share) === 1 ? '' : share
}

/** What the last run of a room found. */
async function read(name) {
  const report = JSON.parse(await readFile(`${root}reports/mutation/${name}.json`, 'utf8'))
  return summary(report, shareOf(name) === '' ? undefined : values.seed)
}

/** Puts a result in the place of the one before. Read anew: another room may have ended meanwhile. */
async function remember(name, result) {
  const results = { ...JSON.parse(await readFile(kept, 'utf8')), [name]: result }
  const ordered = Object.fromEntries(Object.keys(rooms).flatMap((key) => (results[key] ? [[key, results[key]]] : [])))
  await writeFile(kept, `${JSON.stringify(ordered, null, 1)}\n`)
  await writeFile(`${root}bench/results/mutation.md`, page(ordered))
}
