import { createHash, createHmac } from 'node:crypto'
import { describe } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { isBuilt } from '../../files/package-file.ts'
import { toolError } from '../../model/errors.ts'
import type { Description } from '../../model/operation.ts'
import type { Report } from '../../model/report.ts'
import type { ClientSelection } from '../../traffic/checking/clients.ts'
import { mergeTraffic } from '../../traffic/partial/merge.ts'
import type { PartialResult, PartialRun } from '../../traffic/partial/partial.ts'
import type { TrafficResult } from '../../traffic/partial/result.ts'
import { NoBlock } from '../../traffic/reading/reader.ts'
import { canonical } from '../../util/json.ts'
import { toolVersion } from '../tool-version.ts'
import { jobsFor, startEarlyThreads } from './early-threads.ts'
import { type CheckOptions, selected, type TrafficSelection } from './options.ts'
import { readSource } from './read-source.ts'
import { reportOf } from './report-of.ts'
import { createSession } from './session.ts'
import { sourcesOf } from './sources.ts'
import { openThreads, type Threads } from './take-threads.ts'
import { takeHere } from './taker.ts'

/**
 * Checks recorded traffic against a description, without calling anything. Throws NO_RECORDING, UNKNOWN_FORMAT, NO_OPERATIONS,
 * NOTHING_RECORDED when no exchange could be checked, and what `loadDocument` throws.
 */
export async function checkTraffic(options: CheckOptions): Promise<Report> {
  const { description, result } = await readAll(options)
  const today = new Date(options.clock()).toISOString().slice(0, 10)
  return reportOf(mergeTraffic([result]), { ...options, description, today })
}

/** The map step: the result of one slice, to be united with those of others. `slice` names it; by default what was read does. */
export async function checkSlice(options: CheckOptions, slice?: string): Promise<PartialResult> {
  let hash = createHash('sha256')
  const { description, result } = await readAll(options, () => {
    hash = createHash('sha256')
    return (chunk) => hash.update(chunk)
  })
  return {
    ...{ specdrift: 'partial', version: 1, run: runOf(options, description) },
    slices: { [slice ?? hash.digest('hex').slice(0, 32)]: mergeTraffic([result]) },
  }
}

/** What slices of one run have in common. */
export function runOf(
  { api, description, policy, failOn, ...options }: CheckOptions,
  { document }: Description,
): PartialRun {
  const { minimum, most, client } = options
  const selection = { ...selected(options), minimum, most, client: client && withoutSecret(client) }
  return {
    ...{ tool: toolVersion(), api, description, sha256: document.sha256, policy, failOn },
    selection: canonical(JSON.parse(JSON.stringify(selection))),
  }
}

/** Slices whose clients were hashed with different secrets do not fit: `check` differs. */
function withoutSecret({ secret, ...key }: ClientSelection): object {
  return { ...key, check: createHmac('sha256', secret).update('specdrift').digest('hex').slice(0, 8) }
}

/** What `selection` of a partial result says. */
export function selectionOf({ selection }: PartialRun): TrafficSelection & Pick<CheckOptions, 'minimum' | 'most'> {
  return JSON.parse(selection)
}

/** What recordings are held to. Throws NO_OPERATIONS, and what `loadDocument` throws. */
export async function describedBy({
  description: address,
  cwd,
  specsDir,
}: Pick<CheckOptions, 'description' | 'cwd' | 'specsDir'>): Promise<Description> {
  const description = describe(await loadDocument(address, { cwd, specsDir }))
  if (description.operations.length === 0) throw toolError('NO_OPERATIONS', [address])
  return description
}

interface Read {
  readonly description: Description
  readonly result: TrafficResult
}

/** `hear`: makes who hears the bytes as stored. */
async function readAll(options: CheckOptions, hear?: () => (chunk: Uint8Array) => void): Promise<Read> {
  // A stream cannot be read again.
  if (options.recordings.includes('-')) return readOnce(options, false, hear?.())
  try {
    return await readOnce(options, true, hear?.())
  } catch (error) {
    if (!(error instanceof NoBlock)) throw error
    // Those started ahead have counted what was no record.
    return readOnce({ ...options, threads: [] }, false, hear?.())
  }
}

async function readOnce(
  options: CheckOptions,
  inBlocks: boolean,
  heard: ((chunk: Uint8Array) => void) | undefined,
): Promise<Read> {
  const found = sourcesOf(options.recordings, options.cwd, options.stdin)
  const sizes = await found.then(
    (sources) => sources.map(({ size }) => size),
    (): undefined[] => [],
  )
  // They load what they need while the description is read here.
  const threads = threadsOf(options, sizes)
  try {
    const description = await describedBy(options)
    const sources = await found
    options.progress?.total(
      sizes.includes(undefined) ? undefined : sizes.reduce((sum: number, size = 0) => sum + size, 0),
    )
    const here = takeHere(createSession(description, options), options.sample)
    const taker = threads?.taker(here, description.document) ?? here
    for (const source of sources) await readSource(source, taker, { ...options, inBlocks, heard })
    return { description, result: await taker.result() }
  } finally {
    await threads?.close()
  }
}

/** Where what is read can be read again there; those that were started ahead where there are any. One of the jobs is done here. */
function threadsOf(options: CheckOptions, sizes: readonly (number | undefined)[]): Threads | undefined {
  const { cwd, specsDir, description } = options
  const bytes = sizes.reduce((sum: number, size = 0) => sum + size, 0)
  const jobs = jobsFor(bytes, options.jobs)
  if (jobs < 2 || sizes.length === 0 || description === '-' || !isBuilt) return undefined
  const early = options.threads ?? []
  const threads = early.length > 0 ? early : startEarlyThreads(jobs - 1)
  return openThreads(threads, { cwd, specsDir, description, selection: selected(options) })
}
