import { createRedactor } from '../../drift/redaction/redact.ts'
import { type ObservedExchange, passedOf } from '../../traffic/proxy/observe.ts'
import { openLines, recordedOf } from '../proxy/record.ts'

/** Settings for writing captured exchanges. Plain data, to be sent to a thread. */
export interface WriterOptions {
  /** Absolute path. */
  readonly file: string
  /** Additional names of properties and headers to redact. */
  readonly redact: readonly string[]
  /** Maximum bytes of a body. Longer bodies are omitted. */
  readonly mostBody: number
}

/** Writes exchanges without secrets and personal data. */
export interface CaptureWriter {
  /** Returns the number of exchanges that couldn't be written. */
  write(batch: readonly ObservedExchange[]): number | Promise<number>
  /** Throws WRITE_FAILED. */
  close(): Promise<void>
}

/** Opens the file for appending. Throws WRITE_FAILED. */
export async function openWriter({ file, redact, mostBody }: WriterOptions): Promise<CaptureWriter> {
  const recording = await openLines(file, file, createRedactor({ keys: redact, personal: 'hidden' }))
  return {
    write(batch) {
      let [text, failed] = ['', 0]
      for (const exchange of batch)
        try {
          text += recording.line(recordedOf(passedOf(exchange, mostBody), ''))
        } catch {
          // The client's request target may be an invalid URL.
          failed++
        }
      recording.add(text)
      return failed
    },
    close: () => recording.close(),
  }
}
