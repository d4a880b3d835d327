import { toolError } from '../model/errors.ts'
import type { OperationKey } from '../model/operation.ts'
import type { ConsumerHit, ConsumerUse, OperationUse, UseSource } from '../model/report/consumer.ts'
import { joinPointer, pointerTokens } from '../util/pointer.ts'
import { byText } from '../util/text.ts'
import { receivedBy } from './used-locations.ts'

/** What somebody wants to remove: an operation, a query parameter or a member of its bodies. */
export interface Removal {
  readonly operation: OperationKey
  readonly query?: string
  /** In a body, indexes of lists as `*`. */
  readonly location?: string
}

/** Who uses it, by what is known. */
export interface RemovalAnswer {
  /** Nobody known uses it. */
  readonly removable: boolean
  /** Consumers that use it. */
  readonly users: readonly (ConsumerHit & { readonly calls?: number })[]
  /** Consumers that call the operation and do not use it. */
  readonly others: readonly string[]
  /** What the answer rests on: every consumer asked, with its sources. */
  readonly evidence: readonly { readonly consumer: string; readonly sources: readonly UseSource[] }[]
}

/** Reads `GET /loans`, `GET /loans?page` or `GET /loans#/content/0/status`. Throws USAGE. */
export function parseRemoval(text: string): Removal {
  const [, method = '', path = '', query, pointer] = /^(\S+) +(\/[^?#]*)(?:\?([^#]+))?(?:#(\/.*))?$/.exec(text) ?? []
  if (method === '' || (query !== undefined && pointer !== undefined))
    throw toolError('USAGE', [
      `${JSON.stringify(text)} is not of the form "GET /loans", "GET /loans?page" or "GET /loans#/status".`,
    ])
  const location = pointerTokens(pointer ?? '').reduce(
    (at, token) => joinPointer(at, /^\d+$/.test(token) ? '*' : token),
    '',
  )
  return {
    operation: `${method.toUpperCase()} ${path}`,
    ...(query !== undefined && { query }),
    ...(pointer !== undefined && { location }),
  }
}

/** Says who would be hit if something were removed. */
export function canIRemove(removal: Removal, consumers: readonly ConsumerUse[]): RemovalAnswer {
  const calling = consumers.flatMap(({ consumer, operations }) => {
    const use = Object.hasOwn(operations, removal.operation) ? operations[removal.operation] : undefined
    return use === undefined ? [] : [{ consumer, use, hit: hitOf(removal, use) }]
  })
  const users = calling.flatMap(({ consumer, use, hit }) => {
    if (hit === undefined) return []
    const { calls, last } = use
    const seen = { ...(last !== undefined && { last }), ...(calls !== undefined && { calls }) }
    return [{ consumer, operation: removal.operation, ...hit, ...seen }]
  })
  return {
    removable: users.length === 0,
    users: users.sort((a, b) => byText(a.consumer, b.consumer)),
    others: calling.flatMap(({ consumer, hit }) => (hit === undefined ? [consumer] : [])).sort(byText),
    evidence: consumers.map(({ consumer, sources }) => ({ consumer, sources })),
  }
}

function hitOf({ query, location }: Removal, use: OperationUse): Pick<ConsumerHit, 'kind' | 'what'> | undefined {
  const { sends = [], given = {}, reads = {} } = use
  if (query !== undefined)
    return sends.includes(`query ${query}`) ? { kind: 'sends', what: `query ${query}` } : undefined
  if (location === undefined) return { kind: 'calls' }
  const statuses = [...new Set([...Object.keys(given), ...Object.keys(reads)])]
  if (statuses.some((status) => receivedBy(use, status).includes(location)))
    return { kind: use.reads === undefined ? 'is given' : 'reads', what: location }
  const sent = sends.find((one) => one === `body ${location}` || one.startsWith(`body ${location}/`))
  return sent === undefined ? undefined : { kind: 'sends', what: `body ${location}` }
}
