import { createHmac } from 'node:crypto'
import { countedClients, sketchSize } from '../partial/clients.ts'
import type { ClientsOf } from '../partial/result.ts'
import type { RecordedExchange } from '../recording.ts'

/** The part of an exchange that identifies its client. `recorded` means the record's own `client`. */
export interface ClientKey {
  readonly in: 'header' | 'query' | 'cookie' | 'recorded'
  /** Name of the header, query parameter or cookie; `''` for `recorded`. */
  readonly name: string
}

export interface ClientSelection extends ClientKey {
  /** HMAC key. Without it, hashes can't be traced to clients, not even by trying names. */
  readonly secret: string
}

export interface ClientCounter {
  add(operation: string, exchange: RecordedExchange, path: string): void
  result(): ClientsOf
}

interface Tally {
  unnamed: number
  calls: Map<string, number>
  /** Hashes from here on are not among the smallest. */
  limit: string
}

/** Returns the hash of a client, an HMAC cut to 64 bits. */
export function hashedClient(client: string, secret: string): string {
  return createHmac('sha256', secret).update(client).digest('hex').slice(0, 16)
}

/** Creates a counter of bounded size. For each operation it keeps the clients with the smallest hashes, with exact counts. */
export function createClientCounter({ in: location, name, secret }: ClientSelection): ClientCounter {
  const tallies = new Map<string, Tally>()
  const wanted = name.toLowerCase()
  const valueIn = ({ client, request }: RecordedExchange, path: string): string | undefined => {
    if (location === 'recorded') return typeof client === 'string' ? client : undefined
    if (location === 'query')
      return new URLSearchParams(path.split('#', 1)[0]?.replace(/^[^?]*\??/, '')).get(name) ?? undefined
    const header = (one: string): string | undefined => {
      const own = Object.keys(request.headers ?? {}).find((key) => key.toLowerCase() === one)
      const value = own === undefined ? undefined : request.headers?.[own]
      return Array.isArray(value) ? value.join(', ') : value === undefined ? undefined : String(value)
    }
    if (location === 'header') return header(wanted)
    const cookies = (header('cookie') ?? '').split(';').map((pair) => pair.trim())
    return cookies.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  }
  return {
    add(operation, exchange, path) {
      let tally = tallies.get(operation)
      if (tally === undefined) {
        tally = { unnamed: 0, calls: new Map(), limit: '~' }
        tallies.set(operation, tally)
      }
      const value = valueIn(exchange, path)
      if (value === undefined || value === '') {
        tally.unnamed++
        return
      }
      const hash = hashedClient(value, secret)
      if (hash >= tally.limit) return
      tally.calls.set(hash, (tally.calls.get(hash) ?? 0) + 1)
      if (tally.calls.size <= 8 * sketchSize) return
      tally.calls = new Map(Object.entries(countedClients([Object.fromEntries(tally.calls)])))
      // The limit itself is still included.
      tally.limit = `${[...tally.calls.keys()].at(-1)}~`
    },
    result() {
      const counted = [...tallies].map(([operation, { unnamed, calls }]) => {
        return [operation, { unnamed, calls: countedClients([Object.fromEntries(calls)]) }] as const
      })
      return {
        by: `${location} ${location === 'header' ? wanted : name}`.trimEnd(),
        operations: Object.fromEntries(counted.sort(([a], [b]) => (a < b ? -1 : 1))),
      }
    },
  }
}
