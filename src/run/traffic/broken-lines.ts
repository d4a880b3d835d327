import { createLineCutter } from '../../traffic/reading/cut-lines.ts'
import { type CutRecord, mostRecordBytes } from '../../traffic/reading/cutter.ts'
import { readRecord } from '../../traffic/reading/reader.ts'
import type { CheckOptions } from './options.ts'
import { formatOf } from './reading/read-source.ts'
import { sourcesOf } from './reading/sources.ts'
import { unpackedStream } from './reading/unpack.ts'

/** Maximum number of named lines, and of decompressed bytes read per file. */
const mostNamed = 5
const mostBytes = 1 << 26

/**
 * Rereads the files to name unreadable lines, because a run's counts don't depend on slices: `access.log, line 3: it is not JSON`.
 */
export async function brokenLines(options: Pick<CheckOptions, 'recordings' | 'cwd' | 'stdin' | 'format'>) {
  const { cwd, stdin, format: wanted } = options
  const named: string[] = []
  const files = options.recordings.filter((path) => path !== '-')
  for (const { name, bytes } of await sourcesOf(files, cwd, stdin)) {
    const cutter = createLineCutter(mostRecordBytes, true)
    let [line, read] = [0, 0]
    let format: ReturnType<typeof formatOf>
    const take = (record: CutRecord): void => {
      line++
      const broken = (because: string): void => void named.push(`${name}, line ${line}: ${because}`)
      const isBlank = record !== 'too-long' && /^\s*$/.test(Buffer.from(record.subarray(0, 100)).toString('latin1'))
      if (format !== undefined && !isBlank && named.length < mostNamed)
        readRecord(format, record, { broken, check: () => {}, record: () => {} })
    }
    try {
      for await (const chunk of unpackedStream(bytes)) {
        format ??= formatOf(name, chunk, wanted)
        read += chunk.length
        if (format?.cut !== 'lines' || read > mostBytes || named.length >= mostNamed) break
        cutter.push(chunk, take)
      }
      if (read <= mostBytes) cutter.end(take)
    } catch {
      // A decompression error was already reported.
    }
  }
  return named
}
