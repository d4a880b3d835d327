#!/usr/bin/env node
// Runs the exchanges of src/drift/cases through specdrift and its peers and writes their results to src/drift/cases/README.md. Skips peers that
// aren't installed (npm ci --prefix bench).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createJiti } from 'jiti'
import { exchangePeers } from './exchange-peers.mjs'
import { exchangesPage } from './exchanges-page.mjs'

const source = (path) => join(import.meta.dirname, '..', 'src', path)
const jiti = createJiti(import.meta.url)
const { readDriftCases } = await jiti.import(source('testing/cases/drift-cases.ts'))
const { createInspector } = await jiti.import(source('drift/checking/inspect.ts'))
const { descriptionOf } = await jiti.import(source('testing/check-tester.ts'))

function specdrift({ description, exchange, repeated }) {
  const inspector = createInspector(descriptionOf(description))
  if (repeated) inspector.inspect(exchange)
  const { outcome, findings } = inspector.inspect(exchange)
  const found = findings
    .flatMap(({ ruleId, site, locations = [site] }) => locations.map(({ pointer }) => `${ruleId} ${pointer}`.trim()))
    .sort()
  return { outcome, found, severities: findings.map(({ severity }) => severity) }
}

/** Returns `accepts`, `refuses`, `does not check`, or the failure. */
async function ask({ prepare }, { description, exchange }) {
  // Peers receive parsed bodies.
  if (outcomeOf(exchange) === 'not JSON') return 'does not check'
  try {
    const judge = await prepare(JSON.parse(description))
    const headers = Object.fromEntries(
      Object.entries(exchange.headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    const { method, path, status, body } = exchange
    const verdict = judge({ method, path, status, headers, body })
    return verdict === undefined ? 'does not check' : verdict ? 'accepts' : 'refuses'
  } catch (error) {
    return `fails: ${String(error?.message ?? error)
      .split('\n')[0]
      .slice(0, 80)}`
  }
}

function outcomeOf({ body, headers }) {
  if (!/json/i.test(headers['content-type'] ?? '') || !body) return 'text'
  try {
    JSON.parse(body.replace(/^\uFEFF/, ''))
    return 'JSON'
  } catch {
    return 'not JSON'
  }
}

const seen = new Set()
const cases = readDriftCases().filter(
  ({ theme, name }) => !seen.has(`${theme} ${name}`) && seen.add(`${theme} ${name}`),
)
const peers = exchangePeers()
const rows = []
for (const one of cases) {
  const says = {}
  // Response validators don't check requests or durations.
  for (const peer of one.theme === 'operations' ? [] : peers) says[peer.name] = await ask(peer, one)
  rows.push({ ...one, ours: specdrift(one), says })
}
writeFileSync(source('drift/cases/README.md'), exchangesPage(rows, peers))
