import { createInspector } from '../../drift/checking/inspect.ts'
import type { Inspector } from '../../drift/checking/inspection.ts'
import { matchMediaType } from '../../drift/checking/match.ts'
import { bareType } from '../../drift/checking/media-type.ts'
import type { PatchOperation } from '../../model/finding.ts'
import type { Json, Pointer } from '../../model/json.ts'
import type { Exchange, Observation, UndocumentedProperty } from '../../model/observation.ts'
import type { Description, Operation } from '../../model/operation.ts'
import { own } from '../../util/json.ts'
import { joinPointer, pointerTokens } from '../../util/pointer.ts'
import { byText } from '../../util/text.ts'
import { draftContent, draftResponse, requestBodyOf, sentParameters } from './draft-operation.ts'
import { type DraftOptions, draftSchema } from './draft-schema.ts'
import { isOpaque } from './opaque.ts'
import { addBody, addParameter, type MediaFacts, noFacts, type OperationFacts } from './operation-facts.ts'
import { addValue, type Budget, emptyShape, type Shape } from './shape.ts'

/** Collects the undescribed parts in exchanges of described operations. */
export interface KnownOperations {
  add(operation: Operation, observation: Observation, budget: Budget): void
  patch(options: DraftOptions): readonly PatchOperation[]
}

interface Missing {
  readonly operation: Operation
  /** Parameters of accepted requests. */
  readonly facts: OperationFacts
  /** Undescribed responses, by status. */
  readonly responses: Map<number, { count: number; readonly content: Map<string, MediaFacts> }>
  /** Undescribed media types, by the pointer of the request body or response. */
  readonly content: Map<Pointer, Map<string, MediaFacts>>
}

export function createKnownOperations(description: Description): KnownOperations {
  const inspector: Inspector = createInspector(description)
  const missing = new Map<string, Missing>()
  /** Undescribed properties, by the pointer of the schema and by name. */
  const properties = new Map<Pointer, Map<string, Shape>>()

  const add: KnownOperations['add'] = (operation, observation, budget) => {
    let seen: Exchange | undefined
    inspector.inspectRecorded(operation, observation, {
      isOneOfMany: true,
      seen: (exchange) => {
        seen = exchange
      },
    })
    if (seen === undefined) return
    for (const property of seen.undocumented) addProperty(property, budget)
    if (seen.observation.status < 400)
      for (const { undocumented } of seen.request) if (undocumented) addProperty(undocumented, budget)
    const known = missing.get(operation.key) ?? {
      operation,
      facts: noFacts(),
      responses: new Map(),
      content: new Map(),
    }
    missing.set(operation.key, known)
    addResponse(known, seen, budget)
    if (seen.observation.status < 400) {
      addSent(known, seen, budget)
      addSentBody(known, seen, budget)
    }
  }

  function addProperty({ location, schemaPointer, observed }: UndocumentedProperty, budget: Budget): void {
    const name = pointerTokens(location).at(-1) ?? ''
    const facts = isOpaque(name)
    if (facts.isKey) return
    const named = properties.get(schemaPointer) ?? new Map<string, Shape>()
    properties.set(schemaPointer, named)
    const shape = named.get(name) ?? emptyShape()
    if (!named.has(name) && budget.shapes-- <= 0) return
    named.set(name, shape)
    addValue(shape, observed, budget, facts.namesSecret)
  }

  return {
    add,
    patch(options) {
      const { document } = description
      const edits: PatchOperation[] = []
      for (const [, { operation, facts, responses, content }] of [...missing].sort(([a], [b]) => byText(a, b))) {
        const { pointer } = operation
        for (const [status, response] of [...responses].sort(([a], [b]) => a - b))
          edits.push({
            op: 'add',
            path: joinPointer(pointer, 'responses', String(status)),
            value: draftResponse(response, options),
          })
        for (const [at, types] of content) {
          const drafted = draftContent(types, options)
          const path = joinPointer(at, 'content')
          if (own(document.at(at), 'content') === undefined) edits.push({ op: 'add', path, value: drafted })
          else
            for (const [type, media] of Object.entries(drafted))
              edits.push({ op: 'add', path: joinPointer(path, type), value: media })
        }
        const body = requestBodyOf(facts, options)
        if (body !== undefined) edits.push({ op: 'add', path: joinPointer(pointer, 'requestBody'), value: body })
        const drafted = sentParameters(facts, { ...options, hasSchemes: false })
        const path = joinPointer(pointer, 'parameters')
        if (drafted.length === 0) continue
        if (own(document.at(pointer), 'parameters') === undefined) edits.push({ op: 'add', path, value: drafted })
        else for (const value of drafted) edits.push({ op: 'add', path: `${path}/-`, value })
      }
      for (const [schema, named] of properties)
        edits.push(...propertyEdits(schema, named, document.at(schema), options))
      return edits
    },
  }
}

function addResponse(known: Missing, { observation, response, contentType, hasBody }: Exchange, budget: Budget): void {
  const { status, headers, body } = observation
  if (response === undefined) {
    const drafted = known.responses.get(status) ?? { count: 0, content: new Map() }
    known.responses.set(status, drafted)
    drafted.count++
    addBody(drafted.content, headers['content-type'], hasBody ? body : undefined, budget)
    return
  }
  if (!hasBody || contentType === undefined || matchMediaType(response.content, contentType) !== undefined) return
  const types = known.content.get(response.pointer) ?? new Map<string, MediaFacts>()
  known.content.set(response.pointer, types)
  addBody(types, bareType(contentType), body, budget)
}

function addSent({ facts }: Missing, { request, observation }: Exchange, budget: Budget): void {
  facts.accepted++
  const query = new URLSearchParams(observation.request.path.split('#', 1)[0]?.replace(/^[^?]*\??/, ''))
  for (const { part, key } of request) {
    if (key !== 'undocumented') continue
    const [location, name = ''] = [part.slice(0, part.indexOf(' ')), part.slice(part.indexOf(' ') + 1)]
    if (location === 'query') addParameter(facts, 'query', name, query.getAll(name), budget)
    else if (location === 'header')
      addParameter(facts, 'header', name, [observation.request.headers[name] ?? ''], budget)
  }
}

function addSentBody({ operation, facts, content }: Missing, { observation }: Exchange, budget: Budget): void {
  const { request, unrecorded = [] } = observation
  if (unrecorded.includes('requestBody')) return
  const { requestBody } = operation
  facts.bodiesKnown++
  if (request.body === undefined || request.body === '') return
  const type = request.headers['content-type']
  if (requestBody === undefined) {
    // A body has no meaning with these methods (RFC 9110 §9.3.1).
    if (/^(?:GET|HEAD|DELETE)$/.test(request.method)) return
    facts.bodies++
    addBody(facts.requestBody, type, request.body, budget)
  } else if (type !== undefined && matchMediaType(requestBody.content, type) === undefined) {
    const types = content.get(requestBody.pointer) ?? new Map<string, MediaFacts>()
    content.set(requestBody.pointer, types)
    addBody(types, bareType(type), request.body, budget)
  }
}

/** Returns no patch for a schema with `$ref`, which can't be extended in place. */
function propertyEdits(
  schema: Pointer,
  named: ReadonlyMap<string, Shape>,
  node: Json | undefined,
  options: DraftOptions,
): PatchOperation[] {
  if (node === undefined || own(node, '$ref') !== undefined) return []
  const drafted = [...named]
    .sort(([a], [b]) => byText(a, b))
    .map(([name, shape]) => [name, draftSchema(shape, options, name)] as const)
  const path = joinPointer(schema, 'properties')
  if (own(node, 'properties') === undefined) return [{ op: 'add', path, value: Object.fromEntries(drafted) }]
  return drafted.map(([name, value]) => ({ op: 'add', path: joinPointer(path, name), value }))
}
