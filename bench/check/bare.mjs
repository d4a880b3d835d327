// The bare loop in a separate process: reads NDJSON, calls JSON.parse on the line and the body, and runs compiled ajv with our formats. No routing,
// undocumented properties, statistics or report. Nothing based on ajv can be faster.
import { createReadStream, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '../cache.mjs'

const [contractFile, recording] = process.argv.slice(2)
const { formats } = await import(join(process.env.SPECDRIFT_DIST ?? join(root, 'dist'), 'schema/formats/formats.js'))
const { Ajv2020 } = createRequire(join(root, 'package.json'))('ajv/dist/2020.js')
const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false })
for (const [name, format] of formats) ajv.addFormat(name, format)
const contract = JSON.parse(readFileSync(contractFile, 'utf8'))
const isValid = ajv.compile({
  ...{ $id: 'orders', components: contract.components },
  ...contract.paths['/orders'].get.responses[200].content['application/json'].schema,
})

let checked = 0
const check = (line) => {
  const { response } = JSON.parse(line)
  if (!isValid(JSON.parse(response.body))) throw new Error('a body is not valid')
  checked++
}

let parts = []
for await (const chunk of createReadStream(recording, { highWaterMark: 1 << 20 })) {
  let from = 0
  for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
    const last = chunk.subarray(from, end)
    check((parts.length === 0 ? last : Buffer.concat([...parts, last])).toString())
    parts = []
    from = end + 1
  }
  if (from < chunk.length) parts.push(chunk.subarray(from))
}
process.stdout.write(`${checked}\n`)
