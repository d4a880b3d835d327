import { createHash, createHmac } from 'node:crypto'
import { describe } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { isBuilt } from '../../files/package-file.ts'
import { type ErrorCode, ToolError, toolError } from '../../model/errors.ts'
import type { Description } from '../../model/operation.ts'
import type { ClientSelection } from '../../traffic/checking/clients.ts'
import { mergeTraffic } from '../../traffic/partial/merge.ts'
import type { PartialResult, PartialRun } from '../../traffic/partial/partial.ts'
import type { TrafficResult } from '../../traffic/partial/result.ts'
import type { CutRecord } from '../../traffic/reading/cutter.ts'
import { NoBlock } from '../../traffic/reading/reader.ts'
import type { Format } from '../../traffic/recording.ts'
import { canonical } from '../../util/json.ts'
import type { FinishedRun } from '../live/finish.ts'
import { toolVersion } from '../tool-version.ts'
import { type EarlyThread, endThreads, jobsFor, startEarlyThreads } from './early-threads.ts'
import { type CheckOptions, selected, type TrafficSelection } from './options.ts'
import { readSource } from './reading/read-source.ts'
import { sourcesOf } from './reading/sources.ts'
import { finishTraffic } from './report-of.ts'
import { createSession } from './session.ts'
import { type Taker, takeBatch, takeHere } from './taker.ts'
import type { Batch, ThreadContext, ThreadError, ThreadEvent, ThreadRequest } from './thread-messages.ts'

/** Maximum bytes per batch of records, except for a single larger record. */
const batchSize = 1 << 20

/** Maximum batches waiting per thread. Further ones are checked here, so that memory stays bounded. */
const mostWaiting = 2

const lineFeed = 0x0a

const comma = 0x2c

/** Checks recorded traffic without calling the API. Throws NO_RECORDING, UNKNOWN_FORMAT, NO_OPERATIONS, NOTHING_RECORDED. */
export async function checkTraffic(options: CheckOptions): Promise<FinishedRun> {
  const { description, result } = await readAll(options)
  return finishTraffic(mergeTraffic([result]), { ...options, description, now: options.clock() })
}

/** Map step: returns the result of one slice, to be merged with others. `slice`: its name; default: a hash of the input. */
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

/** Replaces the secret by a check value, so that slices hashed with different secrets aren't merged. */
function withoutSecret({ secret, ...key }: ClientSelection): object {
  return { ...key, check: createHmac('sha256', secret).update('specdrift').digest('hex').slice(0, 8) }
}

/** Parses the `selection` of a partial result. */
export function selectionOf({ selection }: PartialRun): TrafficSelection & Pick<CheckOptions, 'minimum' | 'most'> {
  return JSON.parse(selection)
}

/** Loads the description for checking. Throws NO_OPERATIONS and the errors of `loadDocument`. */
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

/** `hear`: creates a listener for the stored bytes. */
async function readAll(options: CheckOptions, hear?: () => (chunk: Uint8Array) => void): Promise<Read> {
  // A stream can't be reread.
  if (options.recordings.includes('-')) return readOnce(options, false, hear?.())
  try {
    return await readOnce(options, true, hear?.())
  } catch (error) {
    if (!(error instanceof NoBlock)) throw error
    // Threads started early have counted invalid records.
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
  // Threads load their dependencies while the description is read here.
  const threads = threadsOf(options, sizes)
  try {
    const description = await describedBy(options)
    const sources = await found
    options.progress?.total(
      sizes.includes(undefined) ? undefined : sizes.reduce((sum: number, size = 0) => sum + size, 0),
    )
    const here = takeHere(createSession(description, options, { inBulk: true }), options.sample)
    const taker = threads?.taker(here, description.document) ?? here
    for (const source of sources) await readSource(source, taker, { ...options, inBlocks, heard })
    return { description, result: await taker.result() }
  } finally {
    await threads?.close()
  }
}

/** Returns threads if they can reread the input, using those started early. This thread takes one job itself. */
function threadsOf(options: CheckOptions, sizes: readonly (number | undefined)[]): Threads | undefined {
  const { cwd, specsDir, description } = options
  const bytes = sizes.reduce((sum: number, size = 0) => sum + size, 0)
  const jobs = jobsFor(bytes, options.jobs)
  if (jobs < 2 || sizes.length === 0 || description === '-' || !isBuilt) return undefined
  const early = options.threads ?? []
  const threads = early.length > 0 ? early : startEarlyThreads(jobs - 1)
  return openThreads(threads, { cwd, specsDir, description, selection: selected(options) })
}

interface Thread {
  readonly worker: EarlyThread['worker']
  waiting: number
  result?: TrafficResult
}

interface Threads {
  /** Distributes records to the threads and checks the rest here. Merging is commutative, so the result equals that of a single thread. */
  taker(here: Taker, document: { readonly file: string; readonly sha256: string }): Taker
  close(): Promise<void>
}

/** Records being collected for a thread. */
interface Pending {
  readonly format: Format
  readonly bytes: Uint8Array
  used: number
  /** End of each record, for records that arrive one by one or aren't separated text. */
  readonly ends: number[] | undefined
}

function openThreads(early: readonly EarlyThread[], context: ThreadContext): Threads {
  let failure: Error | undefined
  let wake: (() => void) | undefined
  let expected: { readonly file: string; readonly sha256: string } | undefined
  const failed = (error: Error): void => {
    failure ??= error
    wake?.()
  }
  const post = (thread: Thread, request: ThreadRequest, transfer: readonly ArrayBuffer[] = []): void =>
    thread.worker.postMessage(request, transfer)
  const threads = early.map(({ worker, failure: earlier }): Thread => {
    const thread: Thread = { worker, waiting: 0 }
    if (earlier !== undefined) failed(earlier)
    worker.on('message', (event: ThreadEvent) => {
      if ('error' in event) return failed(errorOf(event.error))
      if ('done' in event) thread.waiting--
      else if (event.sha256 === expected?.sha256) thread.result = event.result
      else return failed(toolError('SNAPSHOT_CHANGED', [expected?.file ?? '']))
      wake?.()
    })
    worker.on('error', failed)
    post(thread, { open: context })
    return thread
  })
  function threadWithRoom(): Thread | undefined {
    const thread = threads.reduce((one, other) => (other.waiting < one.waiting ? other : one))
    return thread.waiting < mostWaiting ? thread : undefined
  }

  function send(thread: Thread, batch: Batch): void {
    thread.waiting++
    post(thread, batch, [batch.bytes.buffer as ArrayBuffer])
  }

  async function results(): Promise<readonly TrafficResult[]> {
    for (const thread of threads) post(thread, { end: true })
    for (;;) {
      if (failure !== undefined) throw failure
      const found = threads.flatMap(({ result }) => result ?? [])
      if (found.length === threads.length) return found
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  function taker(here: Taker, document: NonNullable<typeof expected>): Taker {
    expected = document
    let pending: Pending | undefined

    function flush(): void {
      if (pending === undefined) return
      const { format, bytes, used, ends } = pending
      pending = undefined
      const batch: Batch = { format: format.id, bytes: bytes.subarray(0, used), ends }
      const thread = threadWithRoom()
      // The buffer belongs to this batch.
      if (thread === undefined) takeBatch(here, format, batch)
      else send(thread, batch)
    }

    function add(format: Format, bytes: Uint8Array, isBlock: boolean): void {
      const isOfLines = format.cut === 'lines'
      const isApart = !isOfLines && !isBlock
      const size = bytes.length + 1
      const isFull = pending !== undefined && pending.used + size > pending.bytes.length
      const isOther = pending !== undefined && (pending.format !== format || isApart !== (pending.ends !== undefined))
      if (isFull || isOther) flush()
      const room = Math.max(2 * batchSize, size)
      pending ??= { format, bytes: Buffer.allocUnsafeSlow(room), used: 0, ends: isApart ? [] : undefined }
      if (!isOfLines && !isApart && pending.used > 0) pending.bytes[pending.used++] = comma
      pending.bytes.set(bytes, pending.used)
      pending.used += bytes.length
      if (isOfLines && bytes.at(-1) !== lineFeed) pending.bytes[pending.used++] = lineFeed
      pending.ends?.push(pending.used)
      if (pending.used >= batchSize) flush()
    }

    return {
      take(format: Format, record: CutRecord) {
        if (record === 'too-long') here.take(format, record)
        else add(format, record, false)
      },
      takeBlock(format, block) {
        if (block.length < batchSize / 2) return add(format, block, true)
        const thread = threadWithRoom()
        if (thread === undefined) return here.takeBlock(format, block)
        const bytes = Buffer.allocUnsafeSlow(block.length)
        bytes.set(block)
        send(thread, { format: format.id, bytes })
      },
      broken: here.broken,
      ready: () => (failure === undefined ? undefined : Promise.reject(failure)),
      async result() {
        flush()
        const [others, own] = await Promise.all([results(), here.result()])
        return mergeTraffic([own, ...others])
      },
    }
  }

  return {
    taker,
    close: () => endThreads(early),
  }
}

function errorOf({ name, code, message, hint = '' }: ThreadError): Error {
  if (name === 'NoBlock') return new NoBlock(message)
  return code === undefined ? new Error(message) : new ToolError(code as ErrorCode, { message, hint })
}
