// Prints the number of changes that openapi-diff reports between two files, OpenAPI 3 or Swagger 2.
import { readFileSync } from 'node:fs'
import openapiDiff from 'openapi-diff'

const [source, destination] = process.argv.slice(2).map((location) => {
  const content = readFileSync(location, 'utf8')
  return { location, content, format: /"swagger"\s*:/.test(content.slice(0, 2000)) ? 'swagger2' : 'openapi3' }
})
const outcome = await openapiDiff.diffSpecs({ sourceSpec: source, destinationSpec: destination })
const breaking = outcome.breakingDifferences?.length ?? 0
const rest = outcome.nonBreakingDifferences.length + outcome.unclassifiedDifferences.length
process.stdout.write(JSON.stringify({ findings: breaking + rest, breaking }))
