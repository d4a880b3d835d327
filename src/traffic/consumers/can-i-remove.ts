import { toolError } from '../../model/errors.ts'
import type { OperationKey } from '../../model/operation.ts'
import type { ConsumerHit, ConsumerUse, OperationUse, Seen, UseKind, UseSource } from '../../model/report/consumer.ts'
import { joinPointer, pointerTokens } from '../../util/pointer.ts'
import { byText } from '../../util/text.ts'
import { receivedBy } from './used-locations.ts'

/** The subject of a removal: an operation or a part. */
export interface Removal {
  readonly operation: OperationKey
  readonly query?: string
  /** Location in a body, with `*` for array indexes. */
  readonly location?: string
  /** Enum value of the query parameter or the body member. */
  readonly value?: string
  /** Request or response header. */
  readonly header?: string
  readonly mediaType?: string
}

/** The consumers of an operation or part, according to the recorded uses. */
export interface RemovalAnswer {
  /** Whether every known consumer is known not to use it. */
  readonly removable: boolean
  /** Consumers that use it. `calls`, `first` and `last` refer to the part itself and are absent if unknown. */
  readonly users: readonly (ConsumerHit & Partial<Seen>)[]
  /** Callers of the operation that may use the part. */
  readonly unknown: readonly string[]
  /** Callers of the operation that don't use the part. */
  readonly others: readonly string[]
  /** Every consumer in the data, with its sources. */
  readonly evidence: readonly { readonly consumer: string; readonly sources: readonly UseSource[] }[]
}

const forms = [
  ...['"GET /loans"', '"GET /loans?page"', '"GET /loans?sort=asc"', '"GET /loans#/status"'],
  ...['"GET /loans#/status=OPEN"', '"GET /loans header ETag"', '"GET /loans type application/xml"'],
]

/** Parses the command-line form of a removal (`forms`). Throws USAGE. */
export function parseRemoval(text: string): Removal {
  const [, method = '', path = '', rest = ''] = /^(\S+) +(\/[^?#\s]*)(.*)$/.exec(text) ?? []
  const part = partIn(rest)
  if (method === '' || part === undefined)
    throw toolError('USAGE', [`${JSON.stringify(text)} is not of the form ${forms.join(', ')}.`])
  return { operation: `${method.toUpperCase()} ${path}`, ...part }
}

function partIn(text: string): Omit<Removal, 'operation'> | undefined {
  const [all, header, mediaType, query, pointer, value] =
    /^(?: +header +(\S+)| +type +(\S+)|(?:\?([^#=]+)|#(\/[^=]*))(?:=(.*))?)?$/.exec(text) ?? []
  if (all === undefined) return undefined
  if (header !== undefined) return { header }
  if (mediaType !== undefined) return { mediaType: mediaType.toLowerCase() }
  const listed = value === undefined ? {} : { value }
  if (query !== undefined) return { query, ...listed }
  if (pointer === undefined) return {}
  const tokens = pointerTokens(pointer).map((token) => (/^\d+$/.test(token) ? '*' : token))
  return { location: joinPointer('', ...tokens), ...listed }
}

export function canIRemove(removal: Removal, consumers: readonly ConsumerUse[]): RemovalAnswer {
  const calling = consumers.flatMap(({ consumer, operations }) => {
    const use = Object.hasOwn(operations, removal.operation) ? operations[removal.operation] : undefined
    return use === undefined ? [] : [{ consumer, hit: hitOf(removal, use) }]
  })
  const users = calling.flatMap(({ consumer, hit }) =>
    typeof hit === 'string' ? [] : [{ consumer, operation: removal.operation, ...hit }],
  )
  const named = (what: Use): readonly string[] =>
    calling.flatMap(({ consumer, hit }) => (hit === what ? [consumer] : [])).sort(byText)
  return {
    removable: users.length === 0 && named('not known').length === 0,
    users: users.sort((a, b) => byText(a.consumer, b.consumer)),
    unknown: named('not known'),
    others: named('not used'),
    evidence: consumers.map(({ consumer, sources }) => ({ consumer, sources })),
  }
}

type Use = 'not used' | 'not known' | (Partial<Seen> & { readonly kind: UseKind; readonly what?: string })

function hitOf({ query, location, value, header, mediaType }: Removal, use: OperationUse): Use {
  const { calls, first, last, unseen = [] } = use
  if (header !== undefined) return partOf(use, `header ${header}`, knowsHeaders(use) && !unseen.includes('header'))
  if (mediaType !== undefined) return partOf(use, `type ${mediaType}`, knowsTypes(use) && !unseen.includes('body'))
  const whole = query ?? location
  if (whole === undefined) return { kind: 'calls', calls, ...(last !== undefined && { first, last }) }
  const name = query === undefined ? whole : `query ${query}`
  const all = partOf(
    use,
    name,
    !unseen.includes(query === undefined ? 'body' : 'query') &&
      (query === undefined ? knowsBodies(use) : knowsRequests(use)),
  )
  if (value === undefined || typeof all === 'string') return all
  // Enum values are recorded only if the description lists them at that location. Another recorded value shows that it does.
  const listed = [...(use.sends ?? []), ...Object.values(use.given ?? {}).flat()]
  return partOf(
    use,
    `${name}=${value}`,
    listed.some((one) => one.replace(/^body /, '').startsWith(`${name}=`)),
  )
}

/** Looks up a part by name. A missing part is unused only if the uses list all parts of that kind. */
function partOf(use: OperationUse, name: string, isKnown: boolean): Use {
  const isSame = (one: string): boolean =>
    /^(?:header|type) /.test(name) ? one.toLowerCase() === name.toLowerCase() : one === name
  const statuses = [...new Set([...Object.keys(use.given ?? {}), ...Object.keys(use.reads ?? {})])]
  const received = statuses.flatMap((status) =>
    [...receivedBy(use, status)].flatMap(([one, kind]) => (isSame(one) ? [{ kind, key: `${status} ${one}` }] : [])),
  )
  const kind = received.some((one) => one.kind === 'reads') ? 'reads' : received[0]?.kind
  const what = name.startsWith('/') ? name : undefined
  if (kind !== undefined)
    return {
      kind,
      what: name,
      ...seenIn(
        use,
        received.map(({ key }) => key),
      ),
    }
  const sent = (use.sends ?? []).find(
    (one) => isSame(one) || (what !== undefined && (one === `body ${what}` || one.startsWith(`body ${what}/`))),
  )
  const sentAs = what === undefined ? name : `body ${what}`
  if (sent !== undefined) return { kind: 'sends', what: sentAs, ...seenIn(use, [isSame(sent) ? sent : sentAs]) }
  return isKnown ? 'not used' : 'not known'
}

function seenIn({ seen = {} }: OperationUse, keys: readonly string[]): Partial<Seen> {
  const all = keys.flatMap((key) => (Object.hasOwn(seen, key) ? (seen[key] ?? []) : []))
  if (all.length === 0) return {}
  const days = (by: 'first' | 'last') => all.flatMap((one) => one[by] ?? []).sort()
  const [first, last] = [days('first')[0], days('last').at(-1)]
  return { calls: all.reduce((sum, { calls }) => sum + calls, 0), first, last }
}

/** Whether the uses list everything that is sent: from recorded traffic or a written file. */
function knowsRequests({ sends, calls }: OperationUse): boolean {
  return sends !== undefined || calls !== undefined
}

/** Whether all request and response bodies were recorded, or reads were recorded or written by hand. */
function knowsBodies(use: OperationUse): boolean {
  const { given = {}, reads, sends = [] } = use
  const statuses = Object.entries(given)
  const isSeen = ([status, all]: (typeof statuses)[number]): boolean =>
    all.includes('') || reads?.[status] !== undefined || isBodiless(status, all)
  if ((statuses.length === 0 && reads === undefined) || !statuses.every(isSeen)) return false
  return knowsRequests(use) && (sends.includes('body') || !sends.some((one) => one.startsWith('type ')))
}

/** Whether each response with a body has its media type recorded. */
function knowsTypes(use: OperationUse): boolean {
  const statuses = Object.entries(use.given ?? {})
  const isTyped = ([status, all]: (typeof statuses)[number]): boolean =>
    all.some((one) => one.startsWith('type ')) || isBodiless(status, all)
  return knowsRequests(use) && statuses.length > 0 && statuses.every(isTyped)
}

/** Whether a response has no body: by its status (RFC 9110 §6.4.1), or because its headers have no content type. */
function isBodiless(status: string, all: readonly string[]): boolean {
  return /^(?:204|205|304)$/.test(status) || (all.includes('headers') && !all.some((one) => one.startsWith('type ')))
}

function knowsHeaders(use: OperationUse): boolean {
  const statuses = Object.values(use.given ?? {})
  return knowsRequests(use) && statuses.length > 0 && statuses.every((all) => all.includes('headers'))
}
