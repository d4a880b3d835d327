import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Document } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import { isObject, own, ownArray, ownString } from '../../util/json.ts'
import type { ForeignChange, SecondOpinion } from './compare.ts'
import { keepOpinion, keptOpinion } from './keep.ts'

/** Options for running the package: where to resolve it, limits and cache. */
export interface AskOptions {
  /** Files to resolve the package from, in order. Default: specdrift itself. */
  readonly from?: readonly string[]
  /** File that caches the result of a pair. Default: no cache. */
  readonly keptIn?: string
  /** Default: 30,000. */
  readonly milliseconds?: number
  /** Heap limit. Default: 1,024. */
  readonly megabytes?: number
  /** Aborts the wait. */
  readonly signal?: AbortSignal
}

const tool = 'openapi-diff'

/** Program for a separate Node process. Arguments: the package entry, the two files and their format. */
const program = `
const { readFileSync } = require('node:fs')
const { Worker } = require('node:worker_threads')
// Ends the process with its parent, because a comparison may never end.
new Worker(
  'const { ppid } = process; setInterval(() => process.ppid === ppid || process.kill(process.pid, "SIGKILL"), 500)',
  { eval: true },
).unref()
const [entry, base, revision, format] = process.argv.slice(1)
const read = (location) => ({ location, content: readFileSync(location, 'utf8'), format })
require(entry)
  .diffSpecs({ sourceSpec: read(base), destinationSpec: read(revision) })
  .then(
    ({ breakingDifferences = [] }) => ({
      breaking: breakingDifferences.map(({ code, sourceSpecEntityDetails: was, destinationSpecEntityDetails: is }) => ({
        code,
        location: (was[0] || is[0] || {}).location,
      })),
    }),
    (error) => ({ refused: String(error.message) }),
  )
  .then((output) => process.stdout.write(JSON.stringify(output)))
`

const ourselves = import.meta.url

/** Runs the `openapi-diff` package on a pair in a low-priority process with limits. Failures are returned as `silent`. */
export async function askOpenapiDiff(
  base: Document,
  revision: Document,
  options: AskOptions = {},
): Promise<SecondOpinion> {
  const silent = (because: string): SecondOpinion => ({ tool, silent: because })
  const found = findPackage(options.from ?? [ourselves])
  if (found === undefined) return silent(`it is not installed; install it with: npm install --save-dev ${tool}`)
  const format = formatOf(base)
  if (format === undefined || formatOf(revision) !== format)
    return silent(`it compares 2.0 with 2.0 or 3.0 with 3.0, not ${base.dialect} with ${revision.dialect}`)
  const outside = [base, revision].flatMap(({ root }) => foreignRef(root) ?? [])[0]
  if (outside !== undefined) return silent(`it would follow the $ref ${outside} out of the description`)
  const pair = [found.version, base.sha256, revision.sha256].join(' ')
  const kept = await keptOpinion(options.keptIn, pair)
  if (kept !== undefined) return kept
  let folder: string | undefined
  try {
    folder = await mkdtemp(join(tmpdir(), 'specdrift-second-'))
    const files = [join(folder, 'base.json'), join(folder, 'revision.json')] as const
    await writeFile(files[0], JSON.stringify(base.root))
    await writeFile(files[1], JSON.stringify(revision.root))
    const output = await runNode([found.entry, ...files, format], options)
    const opinion = 'failed' in output ? silent(output.failed) : opinionOf(output.text)
    await keepOpinion(options.keptIn, pair, opinion)
    return opinion
  } catch (error) {
    return silent(`its input could not be written (${error instanceof Error ? error.message : String(error)})`)
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  }
}

function findPackage(from: readonly string[]): { readonly entry: string; readonly version: string } | undefined {
  for (const file of from) {
    try {
      const require = createRequire(file)
      const { version = '' } = require(`${tool}/package.json`) as { readonly version?: string }
      return { entry: require.resolve(tool), version }
    } catch {
      // Not installed there; try the next.
    }
  }
  return undefined
}

function formatOf({ dialect }: Document): string | undefined {
  return dialect === '2.0' ? 'swagger2' : dialect === '3.0' ? 'openapi3' : undefined
}

/** Returns a `$ref` to another file or URL, even in examples, because the package follows it. */
function foreignRef(root: Json): string | undefined {
  const open: Json[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const ref = own(node, '$ref')
    if (typeof ref === 'string' && !ref.startsWith('#')) return ref
    if (typeof node === 'object' && node !== null) for (const child of Object.values(node)) open.push(child)
  }
  return undefined
}

type Opinion = { readonly text: string } | { readonly failed: string }

function runNode(
  args: readonly string[],
  { milliseconds = 30_000, megabytes = 1024, signal }: AskOptions,
): Promise<Opinion> {
  return new Promise((done) => {
    const flags = [`--max-old-space-size=${megabytes}`, '-e', program, '--', ...args]
    const limits = {
      timeout: milliseconds,
      killSignal: 'SIGKILL',
      maxBuffer: 64 * 1024 * 1024,
      env: {},
      signal,
    } as const
    const child = execFile(process.execPath, flags, limits, (error, stdout, stderr) => {
      if (error === null) return done({ text: stdout })
      if (signal?.aborted === true) return done({ failed: 'it was stopped' })
      if (error.killed === true) return done({ failed: `it did not finish within ${milliseconds / 1000} s` })
      if (/heap out of memory/.test(stderr)) return done({ failed: `it ran out of ${megabytes} MB of memory` })
      done({ failed: `it crashed: ${firstLine(/^\w*Error.*$/m.exec(stderr)?.[0] ?? error.message)}` })
    })
    yieldTo(child.pid)
  })
}

function yieldTo(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // The process has ended, or the system has no priorities.
  }
}

function opinionOf(text: string): SecondOpinion {
  let output: unknown
  try {
    output = JSON.parse(text)
  } catch {
    return { tool, silent: 'its output could not be read' }
  }
  if (!isObject(output)) return { tool, silent: 'its output could not be read' }
  const refused = own(output, 'refused')
  if (typeof refused === 'string') return { tool, silent: `it refused: ${firstLine(refused)}`, refused: true }
  const changes = ownArray(output, 'breaking').map((entry): ForeignChange => {
    const location = ownString(entry, 'location')
    return { code: ownString(entry, 'code'), location, operation: operationAt(location) }
  })
  return { tool, breaking: changes }
}

/** Converts `paths./orders/{id}.get.responses.200` to `GET /orders/{id}`. Paths may contain dots, methods don't. */
function operationAt(location: string): string {
  const [, path = '', method] =
    /^paths\.(\/.*?)(?:\.(get|put|post|delete|options|head|patch|trace)(?:\.|$)|\.parameters(?:\.|$)|$)/.exec(
      location,
    ) ?? []
  return method === undefined ? path : `${method.toUpperCase()} ${path}`
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.trim().slice(0, 200) ?? ''
}
