import type { Located } from '../model/document.ts'
import type { Site } from '../model/finding.ts'
import type { Pointer } from '../model/json.ts'
import type { Description, Operation } from '../model/operation.ts'
import type { OperationUse } from '../model/report/consumer.ts'
import { isObject } from '../util/json.ts'
import { componentDepth, joinPointer, pointerTokens } from '../util/pointer.ts'
import { describedBody } from './described.ts'

/** What a consumer uses of an operation, by the locations of the description it depends on. */
export interface UsedLocations {
  /** Location → what the consumer sends there: `body /name`, `query page`. */
  readonly request: ReadonlyMap<string, string>
  /** Location → what it reads there, or is given: `/status`. */
  readonly response: ReadonlyMap<string, string>
}

/** The location of a schema object: its component and the pointer below it, or else the part of the operation. */
function locationOf(operation: string, part: string, pointer: Pointer): string {
  const tokens = pointerTokens(pointer)
  const depth = componentDepth(tokens)
  if (depth > 0) return `#${joinPointer('', ...tokens.slice(0, depth))} ${joinPointer('', ...tokens.slice(depth))}`
  const at = tokens.indexOf('schema')
  return `${operation} ${part} ${at < 0 ? '' : joinPointer('', ...tokens.slice(at + 1))}`
}

/** The location that a finding of the contract is about, and those above it up to the nearest value: the last is a value's own. */
export function locationsAbove(site: Site, operation: string): readonly string[] {
  const owner = site.component ?? `${operation} ${site.part ?? ''}`
  const tokens = pointerTokens(site.pointer)
  const locations: string[] = []
  for (let length = tokens.length; length >= 0; length--) {
    locations.push(`${owner} ${joinPointer('', ...tokens.slice(0, length))}`)
    // Beyond the schema of a property or of items lies the object or list that holds it: a value of its own.
    if (isValue(tokens, length)) break
  }
  return locations
}

const holders = new Set(['properties', 'patternProperties', 'prefixItems'])

/** Whether the first tokens lead to a property, an item or a value of a map, however it is called. */
function isValue(tokens: readonly string[], length: number): boolean {
  const [above, last] = [tokens[length - 2] ?? '', tokens[length - 1] ?? '']
  return holders.has(above) || last === 'items' || last === 'additionalProperties'
}

/** Everything a consumer uses of an operation as one version describes it. */
export function usedLocations({ document }: Description, operation: Operation, use: OperationUse): UsedLocations {
  const [request, response] = [new Map<string, string>(), new Map<string, string>()]
  const note = (
    into: Map<string, string>,
    part: string,
    schema: Located | undefined,
    used: Iterable<[Pointer, string]>,
  ) => {
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
    const used = receivedBy(use, status)
    for (const { type, schema } of content)
      note(
        response,
        `${status} ${type}`,
        schema,
        used.filter(isPointer).map((one) => [one, one === '' ? 'the body' : one]),
      )
    for (const { name, schema, pointer } of headers) {
      const header = used.find((one) => one.toLowerCase() === `header ${name.toLowerCase()}`)
      if (header === undefined) continue
      response.set(locationOf(operation.key, `${status} header ${name}`, pointer), header)
      note(response, `${status} header ${name}`, schema, [['', header]])
    }
  }
  return { request, response }
}

function isPointer(text: string): boolean {
  return text === '' || text.startsWith('/')
}

/** What a consumer reads of the responses of a status, or is given where nobody knows what it reads; with all that holds it. */
export function receivedBy({ reads, given }: OperationUse, status: string): readonly string[] {
  const used = (reads ?? given)?.[status] ?? []
  const above = used.filter(isPointer).flatMap((pointer) => {
    const tokens = pointerTokens(pointer)
    return tokens.map((_, length) => joinPointer('', ...tokens.slice(0, length)))
  })
  return [...new Set([...used, ...above])].sort()
}
