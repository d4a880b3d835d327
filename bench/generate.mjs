// Runs generated requests against a service with planted faults: which ones specdrift and Schemathesis find, and at what cost.
import { execFileSync, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cache, home } from './cache.mjs'
import { faults } from './generate/faults.mjs'
import { measure } from './measure.mjs'
import { table } from './table.mjs'
import { checkBuilt, cli } from './tools.mjs'

const folder = join(cache, 'generate')
const timeLimit = 600

/** Names of the planted kinds of violations in each tool. */
const ours = {
  'server-error': ['server-error'],
  connection: ['server-error'],
  'status-code-conformance': ['status'],
  'content-type-conformance': ['content-type', 'schema'],
  'response-headers-conformance': ['headers'],
  'negative-accepted': ['accepted'],
  'positive-rejected': ['rejected'],
  'auth-ignored': ['auth'],
  'use-after-delete': ['stateful'],
  'created-not-readable': ['stateful'],
  'update-not-visible': ['stateful'],
  'list-lacks-created': ['stateful'],
  'listed-not-readable': ['stateful'],
}
const theirs = {
  ServerError: ['server-error'],
  UndefinedStatusCode: ['status'],
  UndefinedContentType: ['content-type'],
  MissingContentType: ['content-type'],
  JsonSchemaError: ['schema', 'headers'],
  MalformedJson: ['schema', 'content-type'],
  MissingHeaders: ['headers'],
  AcceptedNegativeData: ['accepted'],
  MissingHeaderNotRejected: ['accepted'],
  RejectedPositiveData: ['rejected'],
  IgnoredAuth: ['auth'],
  UseAfterFree: ['stateful'],
  EnsureResourceAvailability: ['stateful'],
  'Network Error': ['connection'],
}

/** Prints the planted faults that each tool found. The word `full` lists every fault and every other failure. */
export async function generate(words) {
  checkBuilt()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const results = []
  for (const tool of [specdrift, schemathesis]) {
    const program = tool.program()
    if (program === undefined) {
      process.stdout.write(`${tool.name} is not there: pip install schemathesis\n`)
      continue
    }
    results.push({ name: tool.name, ...(await against(tool, program)) })
  }
  print(results, words.includes('full'))
}

/** Runs a tool against its own service, because resources created by one tool would affect the other. */
async function against(tool, program) {
  const service = fork(join(home, 'generate', 'serve.mjs'), [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  try {
    const { url, contract, token } = await new Promise((resolve) => service.once('message', resolve))
    const place = join(folder, tool.name)
    mkdirSync(place, { recursive: true })
    const command = tool.prepare(place, { url, contract, token, program })
    const result = await measure(command, {
      timeLimit,
      env: { NO_COLOR: '1', CI: '1', FAULTY_TOKEN: token },
      cwd: place,
    })
    const calls = await new Promise((resolve) => {
      service.once('message', resolve)
      service.send('calls')
    })
    // Exit code 1 means that it found something.
    const problem = result.ended ?? (result.code > 1 ? `ended with ${result.code}: ${result.stderr}` : undefined)
    if (problem !== undefined) throw new Error(`${tool.name}: ${problem}`)
    return { ...result, calls, failures: tool.failures(place, result) }
  } finally {
    service.kill()
  }
}

const specdrift = {
  name: 'specdrift',
  program: () => cli,
  prepare(place, { url, contract, program }) {
    const bytes = JSON.stringify(contract)
    mkdirSync(join(place, 'specs', 'faulty'), { recursive: true })
    writeFileSync(join(place, 'specs', 'faulty', '1.json'), bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const snapshots = { api: 'faulty', snapshots: [{ id: '1', order: 1, file: '1.json', sha256, source: 'bench' }] }
    writeFileSync(join(place, 'specs', 'faulty', 'snapshots.json'), JSON.stringify(snapshots))
    const auth = [{ type: 'bearer', env: 'FAULTY_TOKEN' }]
    const target = { baseUrl: url, writable: true }
    writeFileSync(
      join(place, 'specdrift.config.json'),
      JSON.stringify({ apis: { faulty: { auth, target, resources: 'existing' } } }),
    )
    const modes = 'positive,negative,stateful'
    return [process.execPath, program, 'test', 'faulty', '--generate', modes, '--max-calls', '4000', '-o', 'out.txt']
  },
  failures(place) {
    const report = JSON.parse(readFileSync(join(place, 'reports', 'faulty', 'report.json'), 'utf8'))
    return report.findings
      .filter(({ severity }) => severity !== 'info')
      .flatMap(({ ruleId, reaches, message }) =>
        reaches.map((operation) => {
          const kinds = /^broken off/.test(message) ? ['connection'] : (ours[ruleId] ?? ['schema'])
          return { operation, what: ruleId, kinds }
        }),
      )
  },
}

const schemathesis = {
  name: 'schemathesis',
  program() {
    try {
      execFileSync('st', ['--version'], { stdio: 'ignore' })
      return 'st'
    } catch {
      return undefined
    }
  },
  prepare(place, { url, contract, token, program }) {
    writeFileSync(join(place, 'openapi.json'), JSON.stringify(contract))
    const auth = ['-H', `Authorization: Bearer ${token}`]
    const report = ['--report', 'json', '--report-dir', 'report']
    return [program, 'run', 'openapi.json', '-u', url, ...auth, '--continue-on-failure', '--max-time', '120', ...report]
  },
  failures(place, { stdout }) {
    const [file] = readdirSync(join(place, 'report')).filter((name) => name.endsWith('.json'))
    const { failures } = JSON.parse(readFileSync(join(place, 'report', file), 'utf8'))
    // The report counts network errors without operations, but the printed output names them.
    const broken = [...stdout.matchAll(/^_+ ([A-Z]+ \S+) _+\nNetwork Error$/gm)].map(([, operation]) => ({
      operation,
      what: 'Network Error',
      kinds: theirs['Network Error'],
    }))
    const all = failures.flatMap(({ type, title, operations }) =>
      operations.map((operation) => ({ operation, what: title, kinds: theirs[type] ?? ['schema'] })),
    )
    // "Stateful tests" isn't an operation.
    return [...all, ...broken].filter(({ operation }) => operation.includes(' /'))
  },
}

const nounOf = (operation) => operation.split('/')[1]

function print(results, isFull) {
  const planted = faults.filter(({ kind }) => kind !== undefined)
  const [own] = results
  const judged = results.map((result) => ({ ...result, ...foundBy(result.failures, planted) }))
  const rows = judged.map(({ name, found, alarms, beside, calls, wall, cpu }) => [
    name,
    `${found.size} of ${planted.length}`,
    String(alarms.length),
    String(beside.length),
    String(calls),
    wall.toFixed(1),
    cpu === undefined ? '–' : cpu.toFixed(1),
    `${(own.calls / calls).toFixed(2)} ×`,
  ])
  const head = [
    'tool',
    'faults found',
    'false alarms',
    'of another kind',
    'requests',
    'wall s',
    'cpu s',
    'our requests / its',
  ]
  const controls = faults.length - planted.length
  process.stdout.write(`${planted.length} planted faults, ${controls} resources without one\n\n${table(head, rows)}\n`)
  const marks = planted.map(({ id }) => [id, ...judged.map(({ found }) => (found.has(id) ? 'found' : '–'))])
  const missed = isFull ? marks : marks.filter((row) => row.includes('–'))
  process.stdout.write(`\n${table(['fault', ...judged.map(({ name }) => name)], missed)}\n`)
  for (const { name, alarms, beside } of judged) {
    const lines = [
      ...alarms.map((one) => ['false alarm', one]),
      ...(isFull ? beside.map((one) => ['of another kind', one]) : []),
    ]
    for (const [what, failure] of lines)
      process.stdout.write(`${name}: ${what}: ${failure.operation}: ${failure.what}\n`)
  }
}

/** A failure reveals the fault of its resource if it has the planted kind. A failure without a fault is a false alarm. */
function foundBy(failures, planted) {
  const byNoun = new Map(planted.map((fault) => [fault.noun, fault]))
  const found = new Set()
  const [alarms, beside] = [[], []]
  for (const failure of failures) {
    const fault = byNoun.get(nounOf(failure.operation))
    if (fault === undefined) alarms.push(failure)
    else if (failure.kinds.includes(fault.kind)) found.add(fault.id)
    else beside.push(failure)
  }
  return { found, alarms, beside }
}
