// Fails unless a report compares these two texts: node same-inputs.mjs <report.json> <sha256 of the base> <of the revision>
import { readFileSync } from 'node:fs'
import { fail } from './snapshots.mjs'

const [report = '', ...wanted] = process.argv.slice(2)
const { base, revision } = JSON.parse(readFileSync(report, 'utf8')).inputs
for (const [name, { sha256, file }, hash] of [
  ['base', base, wanted[0]],
  ['revision', revision, wanted[1]],
]) {
  if (sha256 !== hash)
    fail('something else was compared', `The ${name} is ${file}, which is not what specs/ of the commit holds: is specsDir another one?`)
}
