import { createRedactor } from '../../drift/redaction/redact.ts'
import type { PassedExchange } from '../../traffic/proxy/capture.ts'
import { openRecorder, recordedOf } from '../proxy/record.ts'

/** Where captured exchanges are written. Plain data, for a thread. */
export interface WriterOptions {
  /** Absolute. */
  readonly file: string
  /** More names of properties and headers whose values are hidden. */
  readonly redact: readonly string[]
}

/** Writes exchanges without secrets and personal data. */
export interface CaptureWriter {
  /** Returns how many could not be written. */
  write(batch: readonly PassedExchange[]): number | Promise<number>
  /** Throws WRITE_FAILED. */
  close(): Promise<void>
}

/** Opens the file to add to. Throws WRITE_FAILED. */
export async function openWriter({ file, redact }: WriterOptions): Promise<CaptureWriter> {
  const recorder = await openRecorder(file, '/', createRedactor({ keys: redact, personal: 'hidden' }))
  return {
    write(batch) {
      let failed = 0
      for (const exchange of batch)
        try {
          recorder.add(recordedOf(exchange, ''))
        } catch {
          // What a client sent may be no URL: it costs itself.
          failed++
        }
      return failed
    },
    close: () => recorder.close(),
  }
}
