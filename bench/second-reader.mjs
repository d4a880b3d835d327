// Finds operations at which oasdiff reports an error and specdrift reports nothing.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { home } from './cache.mjs'
import { realPairs } from './real-pairs.mjs'
import { table } from './table.mjs'
import { specdrift } from './tools.mjs'
import { jsonOf, twoAtATime } from './two-at-a-time.mjs'

const timeLimit = 120
const error = 3
/** Reasons by `pair | operation | rule`, `pair | rule`, or rule. */
const reasonsFile = join(home, 'second-reader.reasons.json')
const oasdiff = {
  command: (base, revision) => ['oasdiff', 'breaking', '--format', 'json', base, revision],
  env: { GOMEMLIMIT: '4096MiB' },
}

/** Prints and writes the page. Words select pairs. */
export async function secondReader(words) {
  const reasons = JSON.parse(readFileSync(reasonsFile, 'utf8'))
  const pairs = await twoAtATime(realPairs(words), read)
  const rows = pairs.flatMap(({ rows = [] }) => rows).map((row) => ({ ...row, reason: reasonOf(row, reasons) }))
  const text = page(pairs, rows)
  process.stdout.write(text)
  if (words.length === 0) writeFileSync(join(home, 'results', 'second-reader.md'), text)
}

async function read(pair) {
  const [theirs, ours] = [await jsonOf(oasdiff, pair, timeLimit), await jsonOf(specdrift, pair, timeLimit)]
  if (!theirs.json || !ours.json)
    return { name: pair.name, problem: theirs.problem ? `oasdiff: ${theirs.problem}` : ours.problem }
  const known = new Set(ours.json.findings.flatMap(operationsOf).map(plain))
  const errors = (theirs.json ?? []).filter(({ level }) => level === error)
  const missing = errors.filter((one) => !known.has(plain(operationOf(one))))
  const rows = new Map()
  for (const one of missing) {
    const row = { pair: pair.name, operation: operationOf(one), rule: one.id, text: one.text }
    const key = `${row.operation} ${row.rule}`
    if (!rows.has(key)) rows.set(key, row)
  }
  return { name: pair.name, errors: errors.length, rows: [...rows.values()] }
}

/** The name of a removed webhook appears only in the message. */
function operationOf({ operation, path, text }) {
  return operation === undefined ? `POST ${/`([^`]+)`/.exec(text)?.[1] ?? ''}` : `${operation} ${path}`
}

function operationsOf({ ruleId, before, site, reaches, uses = [] }) {
  // The finding's location is the new one.
  const old = ruleId === 'operation-moved' ? [before] : []
  return [site.operation ?? '', ...old, ...reaches, ...uses.map(({ operation }) => operation)]
}

/** Removes the names of path parameters, and the tools' different markers for webhooks. */
function plain(operation) {
  const unmarked = operation.replace(/^(?:webhook|callback) /, '').replace(' webhook:', ' ')
  return unmarked.replaceAll(/\{[^}]*\}/g, '{}').replace(/\/$/, '')
}

function reasonOf({ pair, operation, rule }, reasons) {
  return reasons[`${pair} | ${operation} | ${rule}`] ?? reasons[`${pair} | ${rule}`] ?? reasons[rule] ?? ''
}

function page(pairs, rows) {
  const failed = pairs.filter(({ problem }) => problem !== undefined)
  const errors = pairs.reduce((sum, pair) => sum + (pair.errors ?? 0), 0)
  const byRule = new Map()
  for (const row of rows) byRule.set(row.rule, [...(byRule.get(row.rule) ?? []), row])
  return `${[
    '# Second reader',
    `${pairs.length - failed.length} pairs of real descriptions (\`bench/real-pairs.mjs\`), read by oasdiff 1.33 and by specdrift. oasdiff reports ${errors} errors. Below are the operations at which it reports an error and specdrift reports nothing, with the reason where somebody looked into it (\`bench/second-reader.reasons.json\`). Written by \`npm run bench -- diff second-reader\`.`,
    table(
      ['rule of oasdiff', 'rows', 'without a reason'],
      [...byRule].map(([rule, held]) => [rule, held.length, held.filter(({ reason }) => reason === '').length]),
    ),
    table(
      ['pair', 'operation', 'rule of oasdiff', 'its message', 'reason'],
      rows.map(({ pair, operation, rule, text, reason }) => [pair, operation, rule, shorten(text), reason]),
    ),
    failed.length === 0 ? '' : `No result: ${failed.map(({ name, problem }) => `${name} (${problem})`).join('; ')}.`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`
}

function shorten(text) {
  const line = text.replaceAll('\n', ' ')
  return line.length > 200 ? `${line.slice(0, 200)} …` : line
}
