// Compares real version pairs of different sizes, one process each: the time, and the outcome of each edit.
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cache, home } from './cache.mjs'
import { measure } from './measure.mjs'
import { realPairs } from './real-pairs.mjs'
import { table } from './table.mjs'
import { specdrift } from './tools.mjs'

const wanted = 601
const timeLimit = 60
const slowestShown = 10
/** Size classes by the megabytes of both files. */
const classes = [0.02, 0.1, 0.5, 3, Number.POSITIVE_INFINITY]

/** Prints and writes the page. Words select pairs. Runs one process at a time, so that they don't slow each other down. */
export async function sizes(words) {
  const rows = []
  for (const pair of realPairs(words, wanted).slice(-wanted)) {
    rows.push(await timed(pair))
    if (rows.length % 50 === 0) process.stderr.write(`${rows.length} done\n`)
  }
  const text = page(rows)
  process.stdout.write(text)
  if (words.length === 0) writeFileSync(join(home, 'results', 'sizes.md'), text)
}

async function timed({ name, base, revision }) {
  const megabytes = (statSync(base).size + statSync(revision).size) / 1e6
  const {
    wall,
    cpu = wall,
    code,
    ended,
    stdout,
  } = await measure(specdrift.command(base, revision), { timeLimit, cwd: cache })
  const isCompared = ended === undefined && (code === 0 || code === 1)
  return {
    name,
    megabytes,
    wall,
    cpu,
    problem: isCompared ? undefined : (ended ?? `exit ${code}`),
    ...totalsOf(isCompared, stdout),
  }
}

function totalsOf(isCompared, stdout) {
  const { findings, ledger } = isCompared ? JSON.parse(stdout) : { findings: [], ledger: undefined }
  const breaking = findings.filter(({ verdict }) => verdict === 'breaking')
  return { breaking: breaking.length, proven: breaking.filter(({ witness }) => witness?.proven).length, ledger }
}

function page(rows) {
  const cpus = rows.map(({ cpu }) => cpu).toSorted((a, b) => a - b)
  const walls = rows.map(({ wall }) => wall).toSorted((a, b) => a - b)
  const failed = rows.filter(({ problem }) => problem !== undefined)
  const sum = (key) => rows.reduce((total, { ledger }) => total + (ledger?.[key] ?? 0), 0)
  const count = (key) => rows.reduce((total, row) => total + row[key], 0)
  const groups = classes.map((most, index) => [
    most,
    rows.filter((row) => row.megabytes <= most && row.megabytes > (classes[index - 1] ?? 0)),
  ])
  return `${[
    '# Real pairs of different sizes',
    `${rows.length} pairs of real descriptions (\`bench/real-pairs.mjs\`), each compared by a process of its own, one after the other. Written by \`npm run bench -- diff sizes\`.`,
    `Median: ${seconds(quantile(walls, 0.5))}. Nine of ten: at most ${seconds(quantile(walls, 0.9))}. Slowest: ${seconds(walls.at(-1))}. Over 10 s: ${walls.filter((wall) => wall > 10).length}. Without a result: ${failed.length}. CPU time, which says more on a machine that others use: median ${seconds(quantile(cpus, 0.5))}, slowest ${seconds(cpus.at(-1))}.`,
    table(
      ['MB of both files', 'pairs', 'median', 'slowest'],
      groups.map(([most, group]) => {
        const times = group.map(({ wall }) => wall).toSorted((a, b) => a - b)
        return [
          Number.isFinite(most) ? `up to ${most}` : 'more',
          group.length,
          seconds(quantile(times, 0.5)),
          seconds(times.at(-1)),
        ]
      }),
    ),
    `Locations that differ: ${sum('differences')} = ${sum('inFindings')} in findings + ${sum('withoutEffect')} without effect + ${sum('notCompared')} not compared. Breaking findings: ${count('breaking')}, of these proven: ${count('proven')}.`,
    `The slowest:\n\n${rows
      .toSorted((a, b) => b.wall - a.wall)
      .slice(0, slowestShown)
      .map(({ name, megabytes, wall }) => `- ${name} (${megabytes.toFixed(1)} MB): ${seconds(wall)}`)
      .join('\n')}`,
    failed.length === 0
      ? ''
      : `Without a result:\n\n${failed.map(({ name, problem }) => `- ${name}: ${problem}`).join('\n')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`
}

function quantile(sorted, share) {
  return sorted[Math.floor((sorted.length - 1) * share)]
}

function seconds(value) {
  return value === undefined ? '–' : `${value.toFixed(2)} s`
}
