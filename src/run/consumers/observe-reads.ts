import { describe } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { isJsonType } from '../../drift/checking/media-type.ts'
import type { RawExchange } from '../../drift/checking/recorded.ts'
import { createRouter } from '../../drift/routing/route.ts'
import type { ConsumerUse } from '../../model/report/consumer.ts'
import { allowClones } from '../../traffic/consumers/clone-tracked.ts'
import { createUseCollector } from '../../traffic/consumers/collect.ts'
import { allMembers, type MemberPath, trackReads } from '../../traffic/consumers/track-reads.ts'
import { addToFile } from './add-to-file.ts'
import { usedExchangeOf } from './used-exchange.ts'

export interface SaveOptions {
  /** Name of the consumer, for example its repository. */
  readonly consumer: string
  readonly description: string
  /** Name of the API. Set it if the consumer uses more than one. */
  readonly api?: string
  /** Day of the exchanges, `YYYY-MM-DD`. Default: from the `Date` header of the responses. */
  readonly day?: string
}

/** A `fetch` that records which members of JSON responses the code under test reads. */
export interface ObservedFetch {
  (...request: Parameters<typeof fetch>): Promise<Response>
  /** Returns the uses so far as operations of the description. Throws the errors of reading the description. */
  uses(options: SaveOptions): Promise<ConsumerUse>
  /** Merges the uses into a file, `uses/<consumer>.json`. Safe for concurrent processes. Throws STORE_BROKEN, WRITE_FAILED. */
  save(file: string, options: SaveOptions): Promise<void>
}

interface Seen {
  readonly raw: RawExchange
  readonly reads: Map<string, MemberPath>
  /** Lower-case names of the headers that were read. */
  readonly readHeaders: Set<string>
}

/**
 * Wraps the `fetch` of a consumer's tests. A member counts as read when the code accesses it. Reading the body as text or stream,
 * or copying it with `structuredClone`, reads every member.
 */
export function observeReads(inner: typeof fetch): ObservedFetch {
  allowClones()
  const seen: Seen[] = []
  const observed = async (...[input, init]: Parameters<typeof fetch>): Promise<Response> => {
    const raw = await requestOf(input, init)
    const response = await inner(input, init)
    const headers = Object.fromEntries(response.headers)
    // Non-JSON bodies may be endless streams and have no members.
    const body = isJsonType(headers['content-type'] ?? '') ? await response.clone().text() : undefined
    const one: Seen = {
      raw: { ...raw, status: response.status, headers, body },
      reads: new Map(),
      readHeaders: new Set(),
    }
    seen.push(one)
    return tracked(response, body, one)
  }
  const uses = async ({ consumer, description, api, day }: SaveOptions): Promise<ConsumerUse> => {
    const described = describe(await loadDocument(description))
    const router = createRouter(described.operations)
    const collector = createUseCollector(described)
    for (const { raw, reads, readHeaders } of seen) {
      const operation = router.match(raw.method, raw.path)
      const used = operation && usedExchangeOf(operation, raw)
      if (used === undefined) continue
      const seenOn = day ?? dayOf(raw.headers.date)
      collector.add({
        ...used,
        reads: [...reads.values()],
        readHeaders: [...readHeaders],
        ...(seenOn !== undefined && { day: seenOn }),
      })
    }
    return collector.result(consumer, 'reads', { api })
  }
  const save = async (file: string, options: SaveOptions): Promise<void> => addToFile(file, await uses(options))
  return Object.assign(observed, { uses, save })
}

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

function dayOf(date: string | undefined): string | undefined {
  const time = Date.parse(date ?? '')
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10)
}

/** Wraps a response to record which headers and JSON members are read. */
function tracked(response: Response, text: string | undefined, seen: Seen): Response {
  const note = (path: MemberPath): void => void seen.reads.set(JSON.stringify(path), path)
  const whole = (): void => {
    for (const path of allMembers(parsed(text))) note(path)
  }
  return new Proxy(response, {
    get(target, key) {
      if (key === 'json' && text !== undefined) return async () => trackReads(await target.json(), note)
      if (key === 'clone') return () => tracked(target.clone(), text, seen)
      if (key === 'headers') return trackedHeaders(target.headers, seen.readHeaders)
      if (key === 'text' || key === 'arrayBuffer' || key === 'blob' || key === 'bytes' || key === 'body') whole()
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Wraps headers to record the names that are read; listing all headers reads each of them. */
function trackedHeaders(headers: Headers, read: Set<string>): Headers {
  return new Proxy(headers, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      return (...given: readonly unknown[]): unknown => {
        const names = key === 'get' || key === 'has' ? [String(given[0])] : [...target.keys()]
        if (key === 'getSetCookie') read.add('set-cookie')
        else for (const name of names) read.add(name.toLowerCase())
        return value.apply(target, given)
      }
    },
  })
}

function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // A non-JSON body has no members.
    return undefined
  }
}
