// Measures checking one response, compiled: specdrift, plain ajv and the installed response validators.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { root } from './cache.mjs'
import { exchangePeers } from './exchange-peers.mjs'
import { table } from './table.mjs'
import { checkBuilt } from './tools.mjs'

const built = (path) => import(join(process.env.SPECDRIFT_DIST ?? join(root, 'dist'), path))
const path = '/main-account/loans'
const page = '/components/schemas/LoanPage'
const headers = { 'content-type': 'application/json' }

/** Prints operations per second for a page of 50 loans. */
export async function validate() {
  checkBuilt()
  const file = join(root, 'specs', 'lending', 'b07.yaml')
  const content = readFileSync(file, 'utf8')
  const body = await pageOfLoans(content, file)
  const runs = [
    { name: 'JSON.parse alone', run: () => JSON.parse(body) },
    { name: 'bare ajv, same formats', run: await ajvRun(content, file, body) },
    { name: 'specdrift inspect', run: await specdriftRun(content, file, body) },
    ...(await peerRuns(content, body)),
  ]
  const best = fastestOf(runs)
  const floor = best[1]
  const rows = runs.map(({ name }, index) => {
    const [ms, isBefore] = [best[index], index === 0]
    return [name, ms.toFixed(3), Math.round(1000 / ms), isBefore ? '' : (floor / ms).toFixed(2)]
  })
  process.stdout.write(
    `A page of 50 loans, ${Math.round(body.length / 1000)} KB of JSON text; each reads the text itself.\n\n`,
  )
  process.stdout.write(`${table(['tool', 'ms', 'per second', '× bare ajv'], rows)}\n`)
}

/** Creates a page with all properties from the description, 57 KB. */
async function pageOfLoans(content, file) {
  const [{ parseDocument }, { sample }] = [
    await built('description/reading/parse.js'),
    await built('schema/sampling/sample.js'),
  ]
  const document = parseDocument({ content, name: file, file })
  const one = sample(document, { node: document.at(page), pointer: page }, { direction: 'response', full: true })
  const loans = Array.from({ length: 50 }, (_, index) => ({ ...one.content[0], id: `loan-${'0'.repeat(150)}${index}` }))
  return JSON.stringify({ ...one, content: loans })
}

async function specdriftRun(content, file, body) {
  const [{ parseDocument }, { createInspector }] = [
    await built('description/reading/parse.js'),
    await built('run/live/inspect.js'),
  ]
  const inspector = createInspector(parseDocument({ content, name: file, file }))
  const exchange = { method: 'GET', path: `${path}?pageSize=50`, status: 200, headers, body }
  return () => {
    const { outcome, findings, notChecked } = inspector.inspect(exchange)
    if (outcome !== 'received' || findings.length + notChecked.length > 0) throw new Error('the page is not valid')
  }
}

/** The minimum for tools based on ajv: our formats, without error locations and undocumented properties. */
async function ajvRun(content, file, body) {
  const [{ parseDocument }, { formats }] = [
    await built('description/reading/parse.js'),
    await built('schema/formats/formats.js'),
  ]
  const { Ajv2020 } = createRequire(join(root, 'package.json'))('ajv/dist/2020.js')
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false })
  for (const [name, format] of formats) ajv.addFormat(name, format)
  const { components } = parseDocument({ content, name: file, file }).root
  const check = ajv.compile({ $id: 'loans', components, $ref: `#${page}` })
  return () => {
    if (!check(JSON.parse(body))) throw new Error('the page is not valid')
  }
}

/** Peers get a description of only this operation, because their cost per call doesn't depend on the rest. */
async function peerRuns(content, body) {
  const { components, paths, ...rest } = load(content)
  const runs = []
  for (const { name, prepare } of exchangePeers().filter((peer) => peer.name !== 'bare ajv')) {
    const description = { ...rest, servers: undefined, paths: { [path]: { get: paths[path].get } }, components }
    const judge = await prepare(JSON.parse(JSON.stringify(description)))
    runs.push({
      name,
      run() {
        if (judge({ method: 'GET', path, status: 200, headers, body }) === false) throw new Error(`${name} refuses it`)
      },
    })
  }
  return runs
}

/** CPU milliseconds per call: the best of many short alternating rounds, so that other load affects all equally. */
function fastestOf(runs) {
  const best = runs.map(() => Infinity)
  for (let round = 0; round < 30; round++) {
    for (const [index, { run }] of runs.entries()) best[index] = Math.min(best[index], timed(run, 50))
  }
  return best
}

function timed(run, milliseconds) {
  const started = process.cpuUsage()
  let [calls, passed] = [0, 0]
  while (passed < milliseconds) {
    for (let one = 0; one < 10; one++) run()
    calls += 10
    const { user, system } = process.cpuUsage(started)
    passed = (user + system) / 1000
  }
  return passed / calls
}
