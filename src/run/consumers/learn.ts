import { createHash } from 'node:crypto'
import { describe } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { createRouter } from '../../drift/routing/route.ts'
import { toolError } from '../../model/errors.ts'
import type { Observation } from '../../model/observation.ts'
import { toObservation } from '../../traffic/checking/to-observation.ts'
import { createUseCollector, type UseCollector } from '../../traffic/consumers/collect.ts'
import { type Alias, createLocator } from '../../traffic/matching/locate.ts'
import type { RecordedExchange } from '../../traffic/recording.ts'
import { sha256 } from '../../util/fingerprint.ts'
import { namesSecret } from '../../util/secret-keys.ts'
import { byText } from '../../util/text.ts'
import { readSource } from '../traffic/reading/read-source.ts'
import { sourcesOf } from '../traffic/reading/sources.ts'
import { readHere } from '../traffic/taker.ts'
import { addToFolder } from './add-to-file.ts'
import { usedByObservation } from './used-exchange.ts'

export interface LearnOptions {
  /** Paths, folders, globs, or `-`. */
  readonly recordings: readonly string[]
  readonly stdin: AsyncIterable<Uint8Array | string>
  readonly cwd: string
  readonly specsDir: string
  /** Any address accepted by `loadDocument`. */
  readonly description: string
  /** Folder of the use files. */
  readonly folder: string
  /** Name of the only consumer, or the request header that identifies consumers. Default: the client name of each record. */
  readonly consumer?: string
  readonly header?: string
  readonly api?: string
  readonly format?: string
  readonly aliases?: readonly Alias[]
  readonly baseUrls?: readonly string[]
}

export interface Learned {
  /** Name and number of exchanges per consumer, sorted. */
  readonly consumers: readonly { readonly name: string; readonly exchanges: number }[]
  readonly records: number
  /** Unreadable records. */
  readonly broken: number
  /** Requests without a matching operation or without a response. */
  readonly unmatched: number
  /** Exchanges without an identified consumer. */
  readonly unnamed: number
  /** Recordings already added to their consumers, so no use was added. */
  readonly known: readonly string[]
}

/** Maximum number of consumers: a header with a value per user doesn't identify consumers. */
const mostConsumers = 1000

/**
 * Adds uses learned from recorded traffic to the consumers' files. Throws NO_RECORDING, UNKNOWN_FORMAT, NOTHING_RECORDED, USAGE.
 */
export async function learnUses(options: LearnOptions): Promise<Learned> {
  const { cwd, specsDir, folder, api } = options
  const description = describe(await loadDocument(options.description, { cwd, specsDir }))
  const router = createRouter(description.operations)
  const locate = createLocator(options)
  let collectors = new Map<string, { readonly collector: UseCollector; exchanges: number }>()
  const counts = { records: 0, broken: 0, unmatched: 0, unnamed: 0 }
  const sink = {
    record: () => void counts.records++,
    broken: () => void counts.broken++,
    check(exchange: RecordedExchange): void {
      const address = locate(exchange.request.url)
      if (address === undefined) return
      const observation = toObservation(exchange, address.path)
      const operation = router.match(observation.request.method, address.path)
      const used = operation && usedByObservation(operation, observation)
      if (used === undefined) counts.unmatched++
      else {
        const name = consumerOf(exchange, observation, options)
        if (name === undefined) counts.unnamed++
        else {
          const known = collectors.get(name) ?? { collector: createUseCollector(description), exchanges: 0 }
          collectors.set(name, known)
          if (collectors.size > mostConsumers)
            throw toolError('USAGE', [
              `There are more than ${mostConsumers} consumers: name a header that says which client sent a request, not which user.`,
            ])
          known.exchanges++
          const day = dayOf(exchange.time)
          known.collector.add({ ...used, ...(day !== undefined && { day }) })
        }
      }
    },
  }
  const taker = readHere(sink)
  const learned = new Map<string, number>()
  const known: string[] = []
  for (const source of await sourcesOf(options.recordings, cwd, options.stdin)) {
    collectors = new Map()
    // The result for a recording depends on the description and the consumer.
    const hash = createHash('sha256').update(
      JSON.stringify([
        description.document.sha256,
        api,
        options.consumer,
        options.header,
        options.baseUrls,
        options.aliases,
      ]),
    )
    await readSource(source, taker, { ...options, heard: (chunk) => void hash.update(chunk) })
    const added = hash.digest('hex').slice(0, 16)
    for (const [name, { collector, exchanges }] of collectors) {
      const { isNew } = await addToFolder(folder, collector.result(name, 'traffic', { api, added }))
      learned.set(name, (learned.get(name) ?? 0) + (isNew ? exchanges : 0))
      if (!isNew && !known.includes(source.name)) known.push(source.name)
    }
  }
  const names = [...learned].sort(([a], [b]) => byText(a, b))
  return { ...counts, known, consumers: names.map(([name, exchanges]) => ({ name, exchanges })) }
}

function consumerOf(
  { client }: RecordedExchange,
  { request }: Observation,
  { consumer, header }: LearnOptions,
): string | undefined {
  if (consumer !== undefined) return consumer
  if (header === undefined) return typeof client === 'string' && client !== '' ? client : undefined
  const value = request.headers[header.toLowerCase()]
  if (value === undefined || value === '') return undefined
  if (namesSecret(header)) return `client-${sha256(value).slice(0, 8)}`
  // The product name of a User-Agent without its version (RFC 9110 §10.1.5).
  return header.toLowerCase() === 'user-agent' ? value.split(/[/\s]/, 1)[0] : value
}

function dayOf(time: string | undefined): string | undefined {
  const at = Date.parse(time ?? '')
  return Number.isNaN(at) ? undefined : new Date(at).toISOString().slice(0, 10)
}
