// Prints the results of a report as step outputs. Usage: node outputs.mjs <folder of the report> <exit code>
import { existsSync, readFileSync } from 'node:fs'

const [folder = '', code = ''] = process.argv.slice(2)
const at = (name) => (existsSync(`${folder}/${name}`) ? `${folder}/${name}` : '')
const report = at('report.json')
const { drift = {}, operations = {} } = report === '' ? {} : JSON.parse(readFileSync(report, 'utf8')).summary
const outputs = {
  // Exit code 1 may also mean that the program could not start. Only a run that checked the API has a report.
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
  // A line break would start another output.
  if (/[\r\n]/.test(value)) throw new Error(`the output ${name} would be several lines: ${JSON.stringify(value)}`)
  console.log(`${name}=${value}`)
}
