#!/usr/bin/env node
// Runs the pairs of src/diff/cases through specdrift and its peers and writes their results next to that of containment: src/diff/cases/README.md,
// and src/diff/cases/oasdiff.md for the differences from oasdiff. Skips peers that aren't installed (npm ci --prefix bench; oasdiff from $OASDIFF
// or the PATH).
import { execFile, fork, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createJiti } from 'jiti'
import { differencesPage, tablePage } from './cases-page.mjs'

const source = (path) => join(import.meta.dirname, '..', 'src', path)
const jiti = createJiti(import.meta.url)
const { readDiffCases } = await jiti.import(source('testing/cases/diff-cases.ts'))
const { parseDocument } = await jiti.import(source('description/reading/parse.ts'))
const { describe } = await jiti.import(source('description/dialects/operations.ts'))
const { compareDescriptions } = await jiti.import(source('diff/compare/descriptions.ts'))
const { judgeChanges } = await jiti.import(source('diff/judge.ts'))

const order = ['breaking', 'risky', 'compatible', 'nothing']
const reply = (findings) => ({
  verdict: order.find((verdict) => findings.some((finding) => finding.verdict === verdict)) ?? 'nothing',
  ids: [...new Set(findings.map((finding) => finding.id))].sort(),
})
/** Returns the reason in one line that is the same in every run. */
const refusal = (error) => {
  const [line] = String(error.message ?? error).split('\n')
  return { verdict: 'refused', ids: [line.replace(/ from "[^"]*"/g, '').slice(0, 120)] }
}

function specdrift({ before, after }) {
  const read = (content) => describe(parseDocument({ content, name: 'case.json', file: 'case.json' }))
  const [base, revision] = [read(before), read(after)]
  const findings = judgeChanges(compareDescriptions(base, revision, { today: '2026-01-31' }), { base, revision })
  return reply(findings.map(({ verdict, ruleId }) => ({ verdict, id: ruleId })))
}

const folder = mkdtempSync(join(tmpdir(), 'cases-'))
const oasdiffBinary = process.env.OASDIFF ?? 'oasdiff'
const run = promisify(execFile)
const levels = { 3: 'breaking', 2: 'risky', 1: 'compatible' }

/** Runs oasdiff with its best flags: merges allOf and path-level parameters, and converts 3.0 and 3.1 to a common form. */
async function oasdiff({ before, after }, index) {
  const files = [before, after].map((text, side) => {
    const file = join(folder, `${index}-${side}.json`)
    writeFileSync(file, text)
    return file
  })
  const flags = ['--flatten-allof', '--flatten-params', '--auto-upgrade', '--allow-external-refs=false', '-f', 'json']
  try {
    const { stdout } = await run(oasdiffBinary, ['changelog', ...files, ...flags], { timeout: 20_000 })
    const changes = JSON.parse(stdout.trim() || '[]') ?? []
    return reply(changes.map(({ level, id }) => ({ verdict: levels[level], id })))
  } catch (error) {
    return refusal(error.stderr?.trim() || error)
  }
}

/** Runs a Node peer in a child process, which is replaced after a crash or timeout. */
function inChild(name) {
  let child
  const start = () => {
    child = fork(join(import.meta.dirname, 'cases-worker.mjs'), [name], {
      execArgv: ['--max-old-space-size=256'],
      silent: true,
    })
  }
  const judge = ({ before, after }) =>
    new Promise((resolve) => {
      if (child === undefined) start()
      const end = (result) => {
        clearTimeout(timer)
        child?.removeAllListeners()
        resolve(result)
      }
      const giveUp = (why) => {
        end({ verdict: 'refused', ids: [why] })
        child?.kill('SIGKILL')
        child = undefined
      }
      const timer = setTimeout(giveUp, 10_000, 'no result in 10 s')
      child.once('message', end)
      child.once('exit', () => giveUp('ended: out of 256 MB of memory'))
      child.send({ before, after })
    })
  return { judge, stop: () => child?.kill() }
}

/** Returns the installed peers with their versions. */
function installedPeers() {
  const peers = []
  const found = spawnSync(oasdiffBinary, ['--version'], { encoding: 'utf8' })
  const oasdiffVersion = process.env.OASDIFF_VERSION ?? found.stdout?.trim()
  if (found.status === 0)
    peers.push({ name: 'oasdiff', version: oasdiffVersion, judge: oasdiff, stop: () => undefined })
  for (const name of ['openapi-diff', 'api-smart-diff']) {
    const file = join(import.meta.dirname, 'node_modules', name, 'package.json')
    if (existsSync(file))
      peers.push({
        name,
        version: JSON.parse(readFileSync(file, 'utf8')).version,
        readsSwagger: name === 'openapi-diff',
        ...inChild(name),
      })
  }
  return peers
}

/** Returns one row per case and side, in the dialect that most tools support. */
async function judgeAll(cases, peers) {
  const rows = []
  for (const [index, one] of cases.entries()) {
    const says = { specdrift: specdrift(one) }
    for (const { name, judge, readsSwagger } of peers) {
      const isStrange = !readsSwagger && [one.before, one.after].some((text) => text.startsWith('{"swagger"'))
      says[name] = isStrange ? refusal("can't read Swagger 2.0") : await judge(one, index)
    }
    rows.push({ ...one, says })
    if (process.stderr.isTTY) process.stderr.write(`\r${index + 1}/${cases.length}`)
  }
  return rows
}

const seen = new Set()
const cases = readDiffCases().filter(({ theme, name, side }) => {
  const key = `${theme} ${name} ${side}`
  return !seen.has(key) && seen.add(key)
})
const peers = installedPeers()
const rows = await judgeAll(cases, peers)
for (const { stop } of peers) stop()
rmSync(folder, { recursive: true })
writeFileSync(source('diff/cases/README.md'), tablePage(rows, peers))
if (peers.some(({ name }) => name === 'oasdiff'))
  writeFileSync(source('diff/cases/oasdiff.md'), differencesPage(rows, 'oasdiff'))
