// Prints the number of changes that api-smart-diff reports between two files.
import { readFileSync } from 'node:fs'
import { apiCompare } from 'api-smart-diff'

const [before, after] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')))
const { diffs } = apiCompare(before, after)
const breaking = diffs.filter(({ type }) => type === 'breaking').length
process.stdout.write(JSON.stringify({ findings: diffs.length, breaking }))
