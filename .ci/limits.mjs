// A function has at most 50 lines and a complexity of 15 (biome.json). limits.json has the number of functions per file that
// exceed these limits. The numbers can only shrink: a number that is too high also fails. `--lower` writes lower numbers.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const list = new URL('limits.json', import.meta.url)
const rules = { complexity: 'noExcessiveCognitiveComplexity', lines: 'noExcessiveLinesPerFunction' }

const output = execFileSync(
  process.execPath,
  [
    'node_modules/@biomejs/biome/bin/biome',
    ...['lint', '--reporter=json', '--max-diagnostics=none', 'src'],
    ...Object.values(rules).map((rule) => `--only=complexity/${rule}`),
  ],
  { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'ignore'] },
)
const actual = {}
for (const { category, location, message } of JSON.parse(output).diagnostics) {
  const limit = Object.keys(rules).find((key) => category.endsWith(rules[key]))
  if (limit === undefined || /\.test\.tsx?$|^src\/testing\//.test(location.path)) continue
  const key = `${location.path}: ${limit}`
  actual[key] ??= []
  actual[key].push(`line ${location.start.line}: ${message}`)
}

const listed = JSON.parse(readFileSync(list, 'utf8'))
const count = (key) => actual[key]?.length ?? 0
const exceeded = Object.keys(actual).filter((key) => count(key) > (listed[key] ?? 0))
const stale = Object.keys(listed).filter((key) => count(key) < listed[key])
const faults = exceeded.map((key) => `${key}, ${listed[key] ?? 0} allowed\n  ${actual[key].join('\n  ')}\n`)
if (process.argv.includes('--lower')) {
  const lower = Object.entries(listed).map(([key, most]) => [key, Math.min(most, count(key))])
  writeFileSync(list, `${JSON.stringify(Object.fromEntries(lower.filter(([, most]) => most > 0)), undefined, 2)}\n`)
} else
  faults.push(...stale.map((key) => `${key}: fewer than ${listed[key]} exceed it, run node .ci/limits.mjs --lower\n`))
process.stderr.write(faults.join(''))
process.exitCode = faults.length > 0 ? 1 : 0
