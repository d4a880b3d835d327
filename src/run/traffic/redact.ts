import { createRedactor, redacted } from '../../drift/redaction/redact.ts'
import { toolError } from '../../model/errors.ts'
import { hashedClient } from '../../traffic/checking/clients.ts'
import { openCopy, openRecorder } from '../proxy/record.ts'
import { readSource } from './reading/read-source.ts'
import { sourcesOf } from './reading/sources.ts'
import { readHere } from './taker.ts'

export interface RedactOptions {
  /** Paths, folders, globs, or `-`. */
  readonly recordings: readonly string[]
  readonly stdin: AsyncIterable<Uint8Array | string>
  readonly cwd: string
  /** Output file: HAR if it ends with `.har`, otherwise NDJSON. */
  readonly output: string
  /** Whether to append lines to NDJSON while reading, instead of writing the file at the end. */
  readonly appends?: true
  readonly format?: string
  /** Additional names of properties and headers to redact. */
  readonly keys: readonly string[]
  /** Key with which names of clients are hashed. */
  readonly clientSecret: string
}

/** Counts for the final message. */
export interface Redacted {
  readonly exchanges: number
  /** Unreadable records, which aren't copied. */
  readonly broken: number
  /** Number of removals by kind. */
  readonly removed: ReadonlyMap<string, number>
}

/** Copies recordings without secrets and personal data. Throws NO_RECORDING, UNKNOWN_FORMAT, NOTHING_RECORDED, WRITE_FAILED. */
export async function redactRecordings(options: RedactOptions): Promise<Redacted> {
  const { recordings, cwd, stdin, keys, output, appends, clientSecret } = options
  const removed = new Map<string, number>()
  const noted = (kind: string): void => void removed.set(kind, (removed.get(kind) ?? 0) + 1)
  const others = new Map<string, number>()
  const dropped = (kind: string, name?: string): void => {
    const named = name === undefined ? kind : `${kind}: ${name}`
    const label = others.has(named) || others.size < mostNamed ? named : kind
    others.set(label, (others.get(label) ?? 0) + 1)
  }
  let marks = 0
  const sources = await sourcesOf(recordings, cwd, stdin)
  const redactor = createRedactor({ keys, personal: 'hidden', noted })
  const recorder =
    appends === true
      ? { ...(await openRecorder(output, cwd, redactor, dropped)), discard: async () => {} }
      : await openCopy(output, cwd, redactor, {
          dropped,
          written: (json) => {
            marks += marksIn(json)
          },
        })
  let [exchanges, broken, clients] = [0, 0, 0]
  const taker = readHere({
    record: () => {},
    broken: () => void broken++,
    check(exchange) {
      try {
        const { client: name } = exchange
        const client = typeof name === 'string' && name !== '' ? hashedClient(name, clientSecret) : undefined
        recorder.add({ ...exchange, client: client ?? (typeof name === 'string' ? undefined : name) })
        exchanges++
        if (client !== undefined) clients++
      } catch (error) {
        // A record without a valid URL can't be copied.
        if (!(error instanceof TypeError)) throw error
        broken++
      }
    },
  })
  try {
    for (const source of sources) await readSource(source, taker, options)
    if (exchanges === 0) throw toolError('NOTHING_RECORDED', ['the recordings hold no exchange that can be read'])
  } catch (error) {
    await recorder.discard()
    throw error
  }
  await recorder.close()
  const byForm = [...removed.values()].reduce((sum, count) => sum + count, 0)
  if (marks > byForm) removed.set('value under a name that says secret or personal', marks - byForm)
  if (clients > 0) removed.set('name of a client', clients)
  return { exchanges, broken, removed: new Map([...removed, ...others]) }
}

/** Maximum number of members that are named. */
const mostNamed = 20

/** Counts the replacements. A HAR contains query and cookies twice. */
function marksIn(json: string): number {
  const once: unknown = JSON.parse(json, (key, value) =>
    key === 'queryString' || key === 'cookies' ? undefined : value,
  )
  return JSON.stringify(once).split(redacted).length - 1
}
