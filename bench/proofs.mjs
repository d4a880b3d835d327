// Measures how many breaking findings on real version pairs are proven, and the environment of the others.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cache, home, root } from './cache.mjs'
import { readDescription, surroundingsOf } from './environment.mjs'
import { measure } from './measure.mjs'
import { proofsPage } from './proofs-page.mjs'
import { proofPairs } from './proofs-pairs.mjs'
import { specdrift } from './tools.mjs'

const timeLimit = 120
const page = join(home, 'results', 'proofs.md')
const before = join(home, 'results', 'proofs.before.json')

/** Prints and writes the page. The word `before` records the figures of this build for the first column. */
export async function proofs(words) {
  const isBefore = words.includes('before')
  const wanted = words.filter((word) => word !== 'before')
  const pairs = []
  for (const pair of proofPairs(wanted)) {
    process.stderr.write(`${pair.name} …\n`)
    pairs.push(await look(pair))
  }
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  if (isBefore) writeFileSync(before, `${JSON.stringify(recorded(commit, pairs), null, 2)}\n`)
  const earlier = existsSync(before) ? JSON.parse(readFileSync(before, 'utf8')) : undefined
  const text = proofsPage({ commit, pairs, earlier, timeLimit })
  process.stdout.write(text)
  // Don't write the page for selected pairs only.
  if (!isBefore && wanted.length === 0) writeFileSync(page, text)
}

async function look({ name, base, revision }) {
  // Run in a folder without specdrift.config.ts, which would be loaded, too.
  const result = await measure(specdrift.command(base, revision), { timeLimit, cwd: cache })
  const findings = findingsOf(result)
  if (findings === undefined)
    return { name, problem: result.ended ?? `exit ${result.code}`, breaking: 0, proven: 0, rest: [] }
  const breaking = findings.filter(({ verdict }) => verdict === 'breaking')
  const rest = breaking.filter(({ witness }) => witness?.proven !== true)
  const descriptions = rest.length === 0 ? [] : [readDescription(base), readDescription(revision)]
  return {
    name,
    breaking: breaking.length,
    proven: breaking.length - rest.length,
    rest: rest.map((finding) => ({
      rule: finding.ruleId,
      message: finding.message,
      site: `${finding.site.operation ?? ''} ${finding.site.part ?? ''} ${finding.site.component ?? ''}${finding.site.pointer}`.trim(),
      around: surroundingsOf(finding, descriptions),
      reason: finding.witness?.reason ?? 'there is no message to try',
    })),
  }
}

function findingsOf({ ended, stdout }) {
  if (ended !== undefined) return undefined
  try {
    return JSON.parse(stdout).findings
  } catch {
    return undefined
  }
}

/** Returns the figures that the page needs from an earlier build. Without lists, so that the formatter doesn't change them. */
function recorded(commit, pairs) {
  const kinds = {}
  for (const { rule, around } of pairs.flatMap(({ rest }) => rest)) {
    kinds[`${around} ${rule}`] = (kinds[`${around} ${rule}`] ?? 0) + 1
  }
  const figures = pairs.map(({ name, problem, breaking, proven, rest }) => {
    const untried = rest.filter(({ around }) => around === 'none').length
    return [name, { ...(problem === undefined ? {} : { problem }), breaking, proven, untried }]
  })
  return { commit, pairs: Object.fromEntries(figures), kinds }
}
