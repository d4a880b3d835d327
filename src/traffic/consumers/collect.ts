import type { Located } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import type { Description, MediaType, Operation, Response } from '../../model/operation.ts'
import type { ConsumerUse, OperationUse, Seen } from '../../model/report/consumer.ts'
import { isObject } from '../../util/json.ts'
import { byText } from '../../util/text.ts'
import { type DescribedBody, describedBody } from './described.ts'

/** An exchange of a consumer, with its operation. */
export interface UsedExchange {
  readonly operation: Operation
  /** Names of the sent parameters, in the form of the statistics: `query page`. */
  readonly parameters: readonly string[]
  /** The sent body and its documented media type. */
  readonly requestBody?: { readonly mediaType?: MediaType; readonly json?: Json }
  /** The documented response, and the body's media type. */
  readonly response?: Response
  readonly mediaType?: MediaType
  readonly json?: Json
  /** Parts of the request that the recording lacks. */
  readonly unseen?: OperationUse['unseen']
  /** Documented enum values of sent parameters: `query sort=asc`. */
  readonly parameterValues?: readonly string[]
  /** Names of the documented headers in the response; absent if the recording has no headers. */
  readonly headers?: readonly string[]
  /** Lower-case names of the headers that the consumer read. */
  readonly readHeaders?: readonly string[]
  /** Paths of the members that the consumer read; absent if unknown. */
  readonly reads?: readonly (readonly (string | number)[])[]
  /** ISO 8601 date. */
  readonly day?: string
}

/** Collects the uses of one consumer. Stores only names from the description and documented enum values, no other data. */
export interface UseCollector {
  add(exchange: UsedExchange): void
  result(consumer: string, kind: 'traffic' | 'reads' | 'pact', of?: ResultOf): ConsumerUse
}

export interface ResultOf {
  readonly api?: string | undefined
  /** Fingerprint of the recording or Pact file. */
  readonly added?: string
}

interface Draft extends Counter {
  readonly seen: Map<string, Counter>
  readonly sends: Set<string>
  readonly unseen: Set<NonNullable<OperationUse['unseen']>[number]>
  readonly given: Map<string, Set<string>>
  readonly reads: Map<string, Set<string>>
}

interface Counter {
  calls: number
  first: string
  last: string
}

/** Maximum number of body members to visit. The first items of a long array usually show the members of the others. */
const mostMembers = 20_000

export function createUseCollector({ document }: Description): UseCollector {
  const drafts = new Map<string, Draft>()
  const bodies = new Map<string, DescribedBody>()
  let [exchanges, from, to] = [0, '', '']
  const bodyOf = (schema: Located | undefined): DescribedBody | undefined => {
    if (schema === undefined || !isObject(schema.node)) return undefined
    const known = bodies.get(schema.pointer) ?? describedBody(document, schema)
    bodies.set(schema.pointer, known)
    return known
  }
  return {
    add(exchange) {
      const { operation, response, reads, readHeaders = [], day = '' } = exchange
      exchanges++
      if (day !== '') [from, to] = [from === '' || day < from ? day : from, day > to ? day : to]
      const draft = drafts.get(operation.key) ?? newDraft()
      drafts.set(operation.key, draft)
      count(draft, day)
      const sent = sentIn(exchange, bodyOf)
      const body = bodyOf(exchange.mediaType?.schema)
      const received = response === undefined ? [] : receivedIn(exchange, body)
      for (const name of sent) draft.sends.add(name)
      for (const part of exchange.unseen ?? []) draft.unseen.add(part)
      const counted = [...received].filter((one) => one !== 'headers').map((one) => `${response?.status} ${one}`)
      for (const name of [...sent, ...counted]) {
        const counter = draft.seen.get(name) ?? newCounter()
        draft.seen.set(name, counter)
        count(counter, day)
      }
      if (response === undefined) return
      const given = setIn(draft.given, response.status)
      for (const name of received) given.add(name)
      if (reads === undefined) return
      const read = setIn(draft.reads, response.status)
      for (const { name } of response.headers) if (readHeaders.includes(name.toLowerCase())) read.add(`header ${name}`)
      for (const path of reads) {
        const location = body?.locationOf(path)
        if (location !== undefined) read.add(location)
      }
    },
    result(consumer, kind, { api, added } = {}) {
      const days = { ...(from !== '' && { from }), ...(to !== '' && { to }) }
      return {
        v: 1,
        consumer,
        api,
        sources: [{ kind, ...days, exchanges }],
        ...(added !== undefined && { added: [added] }),
        operations: Object.fromEntries(
          [...drafts].sort(([a], [b]) => byText(a, b)).map(([key, draft]) => [key, useOf(draft)]),
        ),
      }
    },
  }
}

function newDraft(): Draft {
  return { ...newCounter(), sends: new Set(), unseen: new Set(), given: new Map(), reads: new Map(), seen: new Map() }
}

function newCounter(): Counter {
  return { calls: 0, first: '', last: '' }
}

function count(counter: Counter, day: string): void {
  counter.calls++
  if (day === '') return
  if (counter.first === '' || day < counter.first) counter.first = day
  if (day > counter.last) counter.last = day
}

type BodyOf = (schema: Located | undefined) => DescribedBody | undefined

/** Returns the names of the documented parts of a request: `query page`, `type application/json`, `body /name`. */
function sentIn({ parameters, parameterValues = [], requestBody }: UsedExchange, bodyOf: BodyOf): ReadonlySet<string> {
  const sent = new Set([...parameters, ...parameterValues])
  if (requestBody === undefined) return sent
  const { mediaType, json } = requestBody
  sent.add('body')
  if (mediaType !== undefined) sent.add(`type ${mediaType.type}`)
  for (const location of locationsIn(bodyOf(mediaType?.schema), json)) sent.add(`body ${location}`.trim())
  return sent
}

/** Returns the names of the documented parts of a response: `header ETag`, `type application/json`, `/id`. */
function receivedIn({ headers, mediaType, json }: UsedExchange, body: DescribedBody | undefined): ReadonlySet<string> {
  const received = new Set((headers ?? []).map((name) => `header ${name}`))
  if (headers !== undefined) received.add('headers')
  if (mediaType !== undefined) received.add(`type ${mediaType.type}`)
  for (const location of locationsIn(body, json)) received.add(location)
  return received
}

function setIn(sets: Map<string, Set<string>>, status: string): Set<string> {
  const known = sets.get(status) ?? new Set<string>()
  sets.set(status, known)
  return known
}

function useOf({ sends, unseen, given, reads, seen, ...counter }: Draft): OperationUse {
  const lists = (sets: Map<string, Set<string>>) =>
    Object.fromEntries(
      [...sets].sort(([a], [b]) => byText(a, b)).map(([status, set]) => [status, [...set].sort(byText)]),
    )
  const counts = [...seen].sort(([a], [b]) => byText(a, b)).map(([name, each]) => [name, seenOf(each)])
  return {
    ...seenOf(counter),
    ...(sends.size > 0 && { sends: [...sends].sort(byText) }),
    ...(unseen.size > 0 && { unseen: [...unseen].sort(byText) }),
    ...(given.size > 0 && { given: lists(given) }),
    ...(reads.size > 0 && { reads: lists(reads) }),
    ...(counts.length > 0 && { seen: Object.fromEntries(counts) }),
  }
}

function seenOf({ calls, first, last }: Counter): Seen {
  return { calls, ...(last !== '' && { first, last }) }
}

/** Returns the described locations in a body, including the root, and documented enum values: `/kind=A`. */
function locationsIn(body: DescribedBody | undefined, json: Json | undefined): ReadonlySet<string> {
  const found = new Set<string>()
  if (body === undefined || json === undefined) return found
  found.add('')
  const open: [string, Json][] = [['', json]]
  for (let members = 0, next = open.pop(); next !== undefined && members < mostMembers; next = open.pop()) {
    const [at, value] = next
    if (typeof value !== 'object' || value === null) continue
    const children: [string | number, Json][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
    for (const [step, child] of children) {
      if (members++ > mostMembers) break
      const location = body.enter(at, step)
      if (location === undefined) continue
      found.add(location)
      if (body.isListed(location, child)) found.add(`${location}=${String(child)}`)
      open.push([location, child])
    }
  }
  return found
}
