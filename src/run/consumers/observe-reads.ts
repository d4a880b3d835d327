import { allowClones } from '../../consumers/clone-tracked.ts'
import { createUseCollector } from '../../consumers/collect.ts'
import { allMembers, type MemberPath, trackReads } from '../../consumers/track-reads.ts'
import { describe } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { isJsonType } from '../../drift/checking/media-type.ts'
import type { RawExchange } from '../../drift/checking/recorded.ts'
import { createRouter } from '../../drift/routing/route.ts'
import type { ConsumerUse } from '../../model/report/consumer.ts'
import { addToFile } from './add-to-file.ts'
import { usedExchangeOf } from './used-exchange.ts'

/** Where the uses that were observed belong. */
export interface SaveOptions {
  /** Name of the consumer, e.g. of its repository. */
  readonly consumer: string
  /** Path or URL of the description of the API. */
  readonly description: string
  /** Name of the API, where the consumer uses several. */
  readonly api?: string
  /** The day of the exchanges, `YYYY-MM-DD`. Default: that of the `Date` header of the responses. */
  readonly day?: string
}

/** A `fetch` that notes which members of JSON responses the code under test reads. */
export interface ObservedFetch {
  (...request: Parameters<typeof fetch>): Promise<Response>
  /** What was read so far, as operations of the description. Throws what reading the description throws. */
  uses(options: SaveOptions): Promise<ConsumerUse>
  /** Adds it to a file, `uses/<consumer>.json`; several processes may do so at once. Throws STORE_BROKEN, WRITE_FAILED. */
  save(file: string, options: SaveOptions): Promise<void>
}

interface Seen {
  readonly raw: RawExchange
  readonly reads: Map<string, MemberPath>
}

/**
 * Wraps the `fetch` of a consumer's tests. A member counts as read when the code gets it; a body that is taken as text
 * or as a stream counts as read whole, and so does what `structuredClone` copies.
 */
export function observeReads(inner: typeof fetch): ObservedFetch {
  allowClones()
  const seen: Seen[] = []
  const observed = async (...[input, init]: Parameters<typeof fetch>): Promise<Response> => {
    const raw = await requestOf(input, init)
    const response = await inner(input, init)
    const headers = Object.fromEntries(response.headers)
    // Others may be streams that do not end; they have no members.
    if (!isJsonType(headers['content-type'] ?? '')) {
      seen.push({ raw: { ...raw, status: response.status, headers }, reads: new Map() })
      return response
    }
    const body = await response.clone().text()
    const reads = new Map<string, MemberPath>()
    seen.push({ raw: { ...raw, status: response.status, headers, body }, reads })
    return tracked(response, body, (path) => reads.set(JSON.stringify(path), path))
  }
  const uses = async ({ consumer, description, api, day }: SaveOptions): Promise<ConsumerUse> => {
    const described = describe(await loadDocument(description))
    const router = createRouter(described.operations)
    const collector = createUseCollector(described)
    for (const { raw, reads } of seen) {
      const operation = router.match(raw.method, raw.path)
      const used = operation && usedExchangeOf(operation, raw)
      if (used === undefined) continue
      const seenOn = day ?? dayOf(raw.headers.date)
      collector.add({ ...used, reads: [...reads.values()], ...(seenOn !== undefined && { day: seenOn }) })
    }
    return collector.result(consumer, 'reads', api)
  }
  const save = async (file: string, options: SaveOptions): Promise<void> => addToFile(file, await uses(options))
  return Object.assign(observed, { uses, save })
}

/** A request as a recording has it. A body that is a stream is not known. */
async function requestOf(...[input, init]: Parameters<typeof fetch>) {
  const given = input instanceof Request ? input : undefined
  const { pathname, search } = new URL(given?.url ?? String(input), 'http://localhost')
  const text =
    typeof init?.body === 'string' ? init.body : init?.body === undefined ? await given?.clone().text() : undefined
  return {
    method: init?.method ?? given?.method ?? 'GET',
    path: `${pathname}${search}`,
    requestHeaders: Object.fromEntries(new Headers(init?.headers ?? given?.headers)),
    requestBody: text === '' ? undefined : text,
  }
}

/** The UTC day of a `Date` header (RFC 9110 §6.6.1). */
function dayOf(date: string | undefined): string | undefined {
  const time = Date.parse(date ?? '')
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10)
}

/** A response whose JSON notes what is read of it. */
function tracked(response: Response, text: string, note: (path: MemberPath) => void): Response {
  const whole = (): void => {
    for (const path of allMembers(parsed(text))) note(path)
  }
  return new Proxy(response, {
    get(target, key) {
      if (key === 'json') return async () => trackReads(await target.json(), note)
      if (key === 'clone') return () => tracked(target.clone(), text, note)
      if (key === 'text' || key === 'arrayBuffer' || key === 'blob' || key === 'bytes' || key === 'body') whole()
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A body that is not JSON has no members.
    return undefined
  }
}
