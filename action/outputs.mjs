// Prints what a report says as the outputs of a step: node outputs.mjs <folder of the report> <exit code>
import { existsSync, readFileSync } from 'node:fs'

const [folder = '', code = ''] = process.argv.slice(2)
const at = (name) => (existsSync(`${folder}/${name}`) ? `${folder}/${name}` : '')
const report = at('report.json')
const { drift = {}, operations = {} } = report === '' ? {} : JSON.parse(readFileSync(report, 'utf8')).summary
const outputs = {
  // A program that could not even be started may end with 1 as well: a run that checked something has a report.
  verdict: (report !== '' && { 0: 'clean', 1: 'drift' }[code]) || 'inconclusive',
  new: drift.new ?? 0,
  open: drift.open ?? 0,
  accepted: drift.accepted ?? 0,
  fixed: drift.fixed ?? 0,
  regressed: drift.regressed ?? 0,
  inconclusive: operations.inconclusive ?? 0,
  report,
  html: at('index.html'),
  markdown: at('report.md'),
  badge: at('badge.json'),
}
for (const [name, value] of Object.entries(outputs)) {
  // A line of its own would be an output of its own.
  if (/[\r\n]/.test(value)) throw new Error(`the output ${name} would be several lines: ${JSON.stringify(value)}`)
  console.log(`${name}=${value}`)
}
