import { withLock } from '../../../files/with-lock.ts'
import { toolError } from '../../../model/errors.ts'
import type { Report } from '../../../model/report.ts'
import { formats } from '../../../traffic/formats/index.ts'
import { cutterOf } from '../../../traffic/reading/reader.ts'
import type { Format } from '../../../traffic/recording.ts'
import { describedBy, runOf } from '../check.ts'
import { reportOf } from '../report-of.ts'
import { type RecordTaker, readHere } from '../taker.ts'
import { openFollower } from './follower.ts'
import type { FollowOptions } from './options.ts'
import { readState, writeState } from './state.ts'

/**
 * Checks records as they arrive, reports findings as they are seen, and stores again and again what was counted, so that the next start goes on
 * from there. Ends with the stream, or when it is stopped: then undefined where nothing was checked. Throws as `checkTraffic` does, WRITE_FAILED
 * where the last state could not be stored, and what `readState` throws.
 */
export async function followTraffic(options: FollowOptions): Promise<Report | undefined> {
  const { state: file, stopped } = options
  const format = formatOf(options.format)
  const description = await describedBy(options)
  const run = runOf({ ...options, recordings: [] }, description)
  // Another process that stores the same state would undo what this one counts.
  return withLock(file.path, async () => {
    const follower = openFollower(options, description, await readState(file, run, options.slice))
    const store = async (): Promise<void> => {
      const { stored, event, isDone } = follower.settle()
      await writeState(file, run, stored)
      isDone()
      options.onEvent(event)
    }
    let storing: Promise<unknown> = Promise.resolve()
    const end = options.every(options.pause, () => {
      if (!follower.isStored()) storing = storing.then(store).catch(options.failed)
    })
    try {
      await readLines(options, format, readHere(follower.sink, options.sample))
    } finally {
      end()
      await storing
    }
    await store()
    const { result, today } = follower.whole()
    if (stopped.aborted && result.counts.checked + result.counts.unmatched === 0) return undefined
    return reportOf(result, { ...options, description, today })
  })
}

/** Of our own by default: the beginning of a stream may be long in coming. Throws UNKNOWN_FORMAT, and USAGE for one that is not of lines. */
function formatOf(wanted = 'ndjson'): Format {
  const format = formats.find(({ id }) => id === wanted)
  if (format?.cut === 'lines') return format
  const ids = formats.filter(({ cut }) => cut === 'lines').map(({ id }) => id)
  if (format === undefined) throw toolError('UNKNOWN_FORMAT', ['stdin', ids.join(', ')])
  throw toolError('USAGE', [`--follow reads lines (${ids.join(', ')}), and ${wanted} is a format of whole recordings.`])
}

/** A line that has not arrived whole when reading is stopped was not received. */
async function readLines(
  { stdin, stopped }: Pick<FollowOptions, 'stdin' | 'stopped'>,
  format: Format,
  taker: RecordTaker,
): Promise<void> {
  const cutter = cutterOf(format)
  const iterator = stdin[Symbol.asyncIterator]()
  for (;;) {
    const next = await nextUnlessStopped(iterator, stopped)
    if (next === undefined) return
    if (next.done === true) break
    cutter.push(typeof next.value === 'string' ? Buffer.from(next.value) : next.value, (record) =>
      taker.take(format, record),
    )
  }
  cutter.end((record) => taker.take(format, record))
}

function nextUnlessStopped<T>(
  iterator: AsyncIterator<T>,
  stopped: AbortSignal,
): Promise<IteratorResult<T> | undefined> {
  if (stopped.aborted) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(undefined)
    stopped.addEventListener('abort', stop, { once: true })
    iterator
      .next()
      .then(resolve, reject)
      .finally(() => stopped.removeEventListener('abort', stop))
  })
}
