import type { Located } from '../model/document.ts'
import type { Json } from '../model/json.ts'
import type { Description, MediaType, Operation, Response } from '../model/operation.ts'
import type { ConsumerUse, OperationUse } from '../model/report/consumer.ts'
import { isObject } from '../util/json.ts'
import { byText } from '../util/text.ts'
import { type DescribedBody, describedBody } from './described.ts'

/** One exchange of a consumer, matched to its operation. */
export interface UsedExchange {
  readonly operation: Operation
  /** Names of the parameters it sent, as statistics call them: `query page`. */
  readonly parameters: readonly string[]
  /** The body it sent and the media type that describes it. */
  readonly requestBody?: { readonly mediaType?: MediaType; readonly json?: Json }
  /** The documented response that applies, and the media type of its body. */
  readonly response?: Response
  readonly mediaType?: MediaType
  readonly json?: Json
  /** Names of the documented headers it was given. */
  readonly headers?: readonly string[]
  /** Members that were read, by their names and indexes; absent: it is not known what was read. */
  readonly reads?: readonly (readonly (string | number)[])[]
  /** ISO 8601 day. */
  readonly day?: string
}

/** Collects what one consumer uses. It keeps names that the description has, and no value. */
export interface UseCollector {
  add(exchange: UsedExchange): void
  result(consumer: string, kind: 'traffic' | 'reads' | 'pact', api?: string): ConsumerUse
}

interface Draft {
  calls: number
  last: string
  readonly sends: Set<string>
  readonly given: Map<string, Set<string>>
  readonly reads: Map<string, Set<string>>
}

/** At most so many members of a body are read: the rest of a list shows what its first items do. */
const mostMembers = 20_000

/** Makes a collector for one consumer of an API. */
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
    add({ operation, parameters, requestBody, response, mediaType, json, headers = [], reads, day = '' }) {
      exchanges++
      if (day !== '') [from, to] = [from === '' || day < from ? day : from, day > to ? day : to]
      const draft = drafts.get(operation.key) ?? newDraft()
      drafts.set(operation.key, draft)
      draft.calls++
      if (day > draft.last) draft.last = day
      for (const name of parameters) draft.sends.add(name)
      if (requestBody !== undefined) {
        draft.sends.add('body')
        const body = bodyOf(requestBody.mediaType?.schema)
        for (const location of locationsIn(body, requestBody.json)) draft.sends.add(`body ${location}`.trim())
      }
      if (response === undefined) return
      const given = setIn(draft.given, response.status)
      for (const name of headers) given.add(`header ${name}`)
      const body = bodyOf(mediaType?.schema)
      for (const location of locationsIn(body, json)) given.add(location)
      if (reads === undefined) return
      const read = setIn(draft.reads, response.status)
      for (const path of reads) {
        const location = body?.locationOf(path)
        if (location !== undefined) read.add(location)
      }
    },
    result(consumer, kind, api) {
      const days = { ...(from !== '' && { from }), ...(to !== '' && { to }) }
      return {
        v: 1,
        consumer,
        ...(api !== undefined && { api }),
        sources: [{ kind, ...days, exchanges }],
        operations: Object.fromEntries(
          [...drafts].sort(([a], [b]) => byText(a, b)).map(([key, draft]) => [key, useOf(draft)]),
        ),
      }
    },
  }
}

function newDraft(): Draft {
  return { calls: 0, last: '', sends: new Set(), given: new Map(), reads: new Map() }
}

function setIn(sets: Map<string, Set<string>>, status: string): Set<string> {
  const known = sets.get(status) ?? new Set<string>()
  sets.set(status, known)
  return known
}

function useOf({ calls, last, sends, given, reads }: Draft): OperationUse {
  const lists = (sets: Map<string, Set<string>>) =>
    Object.fromEntries(
      [...sets].sort(([a], [b]) => byText(a, b)).map(([status, set]) => [status, [...set].sort(byText)]),
    )
  return {
    calls,
    ...(last !== '' && { last }),
    ...(sends.size > 0 && { sends: [...sends].sort(byText) }),
    ...(given.size > 0 && { given: lists(given) }),
    ...(reads.size > 0 && { reads: lists(reads) }),
  }
}

/** The described locations that a body holds, the body itself among them. */
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
      open.push([location, child])
    }
  }
  return found
}
