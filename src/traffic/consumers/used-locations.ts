import type { Document, Located } from '../../model/document.ts'
import type { Site } from '../../model/finding.ts'
import type { Json, Pointer } from '../../model/json.ts'
import type { Description, Operation } from '../../model/operation.ts'
import type { OperationUse } from '../../model/report/consumer.ts'
import { isObject, own } from '../../util/json.ts'
import { componentDepth, joinPointer, pointerTokens } from '../../util/pointer.ts'
import { describedBody } from './described.ts'

/** Locations in the description that a consumer's use of an operation depends on. */
export interface UsedLocations {
  /** Request locations, with the name of the part that the consumer sends: `body /name`, `query page`. */
  readonly request: ReadonlyMap<string, string>
  /** Response locations, with the part that the consumer reads or receives: `/status`. */
  readonly response: ReadonlyMap<string, Received>
  /** Components of responses whose status never occurred. The consumer may or may not use them. */
  readonly unseen: ReadonlySet<string>
}

export interface Received {
  readonly name: string
  readonly kind: 'reads' | 'is given'
}

/** Returns the location of a schema object: its component and the pointer below it, or otherwise the part of the operation. */
function locationOf(operation: string, part: string, pointer: Pointer): string {
  const tokens = pointerTokens(pointer)
  const depth = componentDepth(tokens)
  if (depth > 0) return `#${joinPointer('', ...tokens.slice(0, depth))} ${joinPointer('', ...tokens.slice(depth))}`
  const at = tokens.indexOf('schema')
  return `${operation} ${part} ${at < 0 ? '' : joinPointer('', ...tokens.slice(at + 1))}`
}

/** Returns the location of a finding and the ones above it, up to the nearest property, item or map value (inclusive). */
export function locationsAbove(site: Site, operation: string): readonly string[] {
  const owner = site.component ?? `${operation} ${site.part ?? ''}`
  const tokens = pointerTokens(site.pointer)
  const locations: string[] = []
  for (let length = tokens.length; length >= 0; length--) {
    locations.push(`${owner} ${joinPointer('', ...tokens.slice(0, length))}`)
    // The next location above belongs to the containing object or array, which is another value.
    if (isValue(tokens, length)) break
  }
  return locations
}

const holders = new Set(['properties', 'patternProperties', 'prefixItems'])

/** Whether the first tokens lead to a property, an item or a map value. Properties may have any name, even a keyword's. */
function isValue(tokens: readonly string[], length: number): boolean {
  const [above, last] = [tokens[length - 2] ?? '', tokens[length - 1] ?? '']
  return holders.has(above) || last === 'items' || last === 'additionalProperties'
}

/** Returns all locations that a consumer uses, according to one version of the description. */
export function usedLocations({ document }: Description, operation: Operation, use: OperationUse): UsedLocations {
  const [request, response] = [new Map<string, string>(), new Map<string, Received>()]
  const unseen = new Set<string>()
  const note = <T>(into: Map<string, T>, part: string, schema: Located | undefined, used: Iterable<[Pointer, T]>) => {
    if (schema === undefined || !isObject(schema.node)) return
    const body = describedBody(document, schema)
    for (const [location, name] of used)
      for (const pointer of body.schemasAt(location)) {
        const location = locationOf(operation.key, part, pointer)
        if (!into.has(location)) into.set(location, name)
      }
  }
  const sends = use.sends ?? []
  for (const { in: location, name, schema, pointer } of operation.parameters) {
    const part = `${location} ${name}`
    if (!sends.includes(part)) continue
    request.set(locationOf(operation.key, part, pointer), part)
    note(request, part, schema, [['', part]])
  }
  const bodies = sends.flatMap((one): [Pointer, string][] => (/^body(?: |$)/.test(one) ? [[one.slice(5), one]] : []))
  for (const { type, schema } of operation.requestBody?.content ?? []) note(request, `body ${type}`, schema, bodies)
  for (const { status, content, headers } of operation.responses) {
    const used = [...receivedBy(use, status)]
    if (!hasReceived(use, status))
      for (const { schema } of content) for (const each of componentsBelow(document, schema)) unseen.add(each)
    const members = used.flatMap(([name, kind]): [Pointer, Received][] =>
      isPointer(name) ? [[name, { name: name === '' ? 'the body' : name, kind }]] : [],
    )
    for (const { type, schema } of content) note(response, `${status} ${type}`, schema, members)
    for (const { name, schema, pointer } of headers) {
      const [header, kind] = used.find(([one]) => one.toLowerCase() === `header ${name.toLowerCase()}`) ?? []
      if (header === undefined || kind === undefined) continue
      response.set(locationOf(operation.key, `${status} header ${name}`, pointer), { name: header, kind })
      note(response, `${status} header ${name}`, schema, [['', { name: header, kind }]])
    }
  }
  return { request, response, unseen }
}

/** Returns all components that a schema refers to, directly or indirectly: `#/components/schemas/Pet`. */
function componentsBelow(document: Document, schema: Located | undefined): ReadonlySet<string> {
  const found = new Set<string>()
  const open: (Json | undefined)[] = [schema?.node]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (typeof at !== 'object' || at === null) continue
    const ref = own(at, '$ref')
    const target = typeof ref === 'string' ? document.resolve(ref) : undefined
    if (target !== undefined && !found.has(`#${target.pointer}`)) {
      found.add(`#${target.pointer}`)
      open.push(target.node)
    }
    open.push(...Object.values(at))
  }
  return found
}

function isPointer(text: string): boolean {
  return text === '' || (text.startsWith('/') && !text.includes('='))
}

/** Received members count unless the reads for the status are known. Headers always count, because reads can go unnoticed. */
export function receivedBy(use: OperationUse, status: string): ReadonlyMap<string, 'reads' | 'is given'> {
  const [reads, given] = [use.reads?.[status], use.given?.[status] ?? []]
  const received = new Map<string, 'reads' | 'is given'>()
  const add = (name: string, kind: 'reads' | 'is given'): void => {
    if (!received.has(name)) received.set(name, kind)
    if (!isPointer(name)) return
    const tokens = pointerTokens(name)
    for (const [length] of tokens.entries()) {
      const above = joinPointer('', ...tokens.slice(0, length))
      if (!received.has(above)) received.set(above, kind)
    }
  }
  for (const name of reads ?? []) add(name, 'reads')
  // Reads don't record enum values, so received values of a read member count.
  const isOfRead = (name: string): boolean =>
    name.startsWith('type ') || (reads ?? []).includes(name.replace(/=.*$/s, ''))
  for (const name of given)
    if (reads === undefined || name.startsWith('header ') || isOfRead(name)) add(name, 'is given')
  return received
}

export function hasReceived({ reads, given }: OperationUse, status: string): boolean {
  return [reads, given].some((by) => by !== undefined && Object.hasOwn(by, status))
}
