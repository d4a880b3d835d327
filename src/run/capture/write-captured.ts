import { createRedactor } from '../../drift/redaction/redact.ts'
import { type ObservedExchange, passedOf } from '../../traffic/proxy/observe.ts'
import { openLines, recordedOf } from '../proxy/record.ts'

/** Where captured exchanges are written. Plain data, for a thread. */
export interface WriterOptions {
  /** Absolute. */
  readonly file: string
  /** More names of properties and headers whose values are hidden. */
  readonly redact: readonly string[]
  /** Bytes of a body: a longer one is not written. */
  readonly mostBody: number
}

/** Writes exchanges without secrets and personal data. */
export interface CaptureWriter {
  /** Returns how many could not be written. */
  write(batch: readonly ObservedExchange[]): number | Promise<number>
  /** Throws WRITE_FAILED. */
  close(): Promise<void>
}

/** Opens the file to add to. Throws WRITE_FAILED. */
export async function openWriter({ file, redact, mostBody }: WriterOptions): Promise<CaptureWriter> {
  const recording = await openLines(file, file, createRedactor({ keys: redact, personal: 'hidden' }))
  return {
    write(batch) {
      let [text, failed] = ['', 0]
      for (const exchange of batch)
        try {
          text += recording.line(recordedOf(passedOf(exchange, mostBody), ''))
        } catch {
          // What a client sent may be no URL: it costs itself.
          failed++
        }
      recording.add(text)
      return failed
    },
    close: () => recording.close(),
  }
}
