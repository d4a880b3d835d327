import { createHash, createHmac } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { describe } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { toolError } from '../../model/errors.ts'
import type { Description } from '../../model/operation.ts'
import type { Report } from '../../model/report.ts'
import type { ClientSelection } from '../../traffic/checking/clients.ts'
import { mergeTraffic } from '../../traffic/partial/merge.ts'
import type { PartialResult, PartialRun } from '../../traffic/partial/partial.ts'
import type { TrafficResult } from '../../traffic/partial/result.ts'
import { canonical } from '../../util/json.ts'
import { toolVersion } from '../tool-version.ts'
import type { CheckOptions, TrafficSelection } from './options.ts'
import { readSource } from './read-source.ts'
import { reportOf } from './report-of.ts'
import { createSession } from './session.ts'
import { sourcesOf } from './sources.ts'
import { takeInThreads } from './take-threads.ts'
import { type Taker, takeHere } from './taker.ts'

/**
 * Checks recorded traffic against a description, without calling anything. Throws NO_RECORDING, UNKNOWN_FORMAT, NO_OPERATIONS,
 * NOTHING_RECORDED when no exchange could be checked, and what `loadDocument` throws.
 */
export async function checkTraffic(options: CheckOptions): Promise<Report> {
  const description = await describedBy(options)
  const result = await readAll(options, description)
  const today = new Date(options.clock()).toISOString().slice(0, 10)
  return reportOf(mergeTraffic([result]), { ...options, description, today })
}

/** The map step: the result of one slice, to be united with those of others. `slice` names it; by default what was read does. */
export async function checkSlice(options: CheckOptions, slice?: string): Promise<PartialResult> {
  const description = await describedBy(options)
  const hash = createHash('sha256')
  const result = await readAll(options, description, (chunk) => hash.update(chunk))
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
  const { aliases, baseUrls, since, until, sample, redact, rules, responseTimeMs, minimum, most } = options
  const client = options.client && withoutSecret(options.client)
  const selection = { aliases, baseUrls, since, until, sample, redact, rules, responseTimeMs, minimum, most, client }
  return {
    ...{ tool: toolVersion(), api, description, sha256: document.sha256, policy, failOn },
    // JSON leaves out what is undefined.
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

async function readAll(
  options: CheckOptions,
  description: Description,
  heard?: (chunk: Uint8Array) => void,
): Promise<TrafficResult> {
  const sources = await sourcesOf(options.recordings, options.cwd, options.stdin)
  const sizes = sources.map(({ size }) => size)
  options.progress?.total(
    sizes.includes(undefined) ? undefined : sizes.reduce((sum: number, size = 0) => sum + size, 0),
  )
  const taker = takerOf(options, description, sizes)
  try {
    for (const source of sources) await readSource(source, taker, { ...options, ...(heard && { heard }) })
    return await taker.result()
  } finally {
    await taker.close()
  }
}

/** Below it a thread takes longer to load the description than it saves. */
const fewBytes = 64 * 2 ** 20
/** More are for those who ask for them: each holds the description. */
const mostByDefault = 4

/** In threads as far as this is the build (Node 20 runs no TypeScript in a thread), and what is read can be read again there. */
function takerOf(options: CheckOptions, { document }: Description, sizes: readonly (number | undefined)[]): Taker {
  const { cwd, specsDir, description, aliases, baseUrls, since, until, sample, redact, rules, responseTimeMs } = options
  const { client } = options
  const selection = { aliases, baseUrls, since, until, sample, redact, rules, responseTimeMs, client }
  const here = takeHere(createSession(describe(document), options), sample)
  const isLarge = sizes.reduce((sum: number, size = 0) => sum + size, 0) > fewBytes
  const jobs = options.jobs ?? (isLarge ? Math.min(mostByDefault, availableParallelism()) : 1)
  if (jobs < 2 || description === '-' || extname(import.meta.filename) !== '.js') return here
  // JSON leaves out what is undefined.
  const plain = JSON.parse(JSON.stringify(selection))
  return takeInThreads(jobs, { cwd, specsDir, description, sha256: document.sha256, selection: plain }, here)
}
