import { isTextType } from '../../drift/checking/media-type.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import { byText } from '../../util/text.ts'
import { type DraftOptions, draftSchema, draftTextSchema } from './draft-schema.ts'
import type { MediaFacts, OperationFacts } from './operation-facts.ts'
import type { Shape } from './shape.ts'

export interface OperationSite {
  readonly method: string
  readonly path: string
}

/** `hasSchemes`: whether the description can define security schemes. Otherwise credentials become ordinary parameters. */
export type DraftOperationOptions = DraftOptions & { readonly hasSchemes: boolean }

/** Drafts an Operation Object (OpenAPI 3.1 §4.8.10). `x-evidence` contains the number of occurrences of each part. */
export function draftOperation(
  { path }: OperationSite,
  facts: OperationFacts,
  options: DraftOperationOptions,
): JsonObject {
  const parameters = [...pathParameters(path, facts, options), ...sentParameters(facts, options)]
  const calls = [...facts.responses.values()].reduce((sum, { count }) => sum + count, 0)
  const body = requestBodyOf(facts, options)
  const security = options.hasSchemes ? securityOf(facts) : undefined
  return {
    ...(facts.isDeprecated && { deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: responsesOf(facts, options),
    ...(security && { security }),
    'x-evidence': Math.max(calls, facts.accepted),
  }
}

function pathParameters(path: string, { segments }: OperationFacts, options: DraftOptions): JsonObject[] {
  return path
    .split('/')
    .slice(1)
    .flatMap((segment, index) =>
      Array.from(segment.matchAll(/\{([^{}]*)\}/g), ([, name = '']) => {
        const shape = segments.get(index)
        const schema = shape === undefined ? { type: 'string' } : draftTextSchema(shape, options, name)
        return { name, in: 'path', required: true, schema }
      }),
    )
}

/** Drafts Parameter Objects for the sent parameters, including credentials if there are no security schemes. */
export function sentParameters(facts: OperationFacts, options: DraftOperationOptions): JsonObject[] {
  const own = [...facts.parameters].sort(([a], [b]) => byText(a, b))
  const secret = options.hasSchemes
    ? []
    : [...facts.credentials].filter(([key]) => /^(?:query|header|cookie) /.test(key))
  return [
    ...own.map(([key, shape]) => draftParameter(key, shape, facts.accepted, options)),
    ...secret
      .sort(([a], [b]) => byText(a, b))
      .flatMap(([key, sent]) => {
        const [location = '', name = ''] = splitKey(key)
        // OpenAPI ignores a header parameter with this name (OpenAPI 3.1 §4.8.12.2).
        if (name === 'authorization') return []
        return [{ name, in: location, schema: { type: 'string' }, 'x-evidence': sent }]
      }),
  ]
}

function draftParameter(
  key: string,
  shape: Shape & { readonly sent: number },
  accepted: number,
  options: DraftOptions,
): JsonObject {
  const [location = '', name = ''] = splitKey(key)
  // The array shape describes the whole list, so it doesn't apply to the items.
  const one = draftTextSchema({ ...shape, arrays: undefined }, options, name)
  const isRequired = shape.sent === accepted && accepted >= options.evidence
  return {
    ...{ name, in: location },
    ...(isRequired && { required: true }),
    schema: shape.arrays === undefined ? one : { type: 'array', items: one },
    'x-evidence': shape.sent,
  }
}

function splitKey(key: string): readonly [string, string] {
  const at = key.indexOf(' ')
  return [key.slice(0, at), key.slice(at + 1)]
}

export function requestBodyOf(facts: OperationFacts, options: DraftOptions): JsonObject | undefined {
  const { bodies, bodiesKnown, requestBody } = facts
  if (requestBody.size === 0) return undefined
  const isRequired = bodies === bodiesKnown && bodiesKnown >= options.evidence
  return {
    ...(isRequired && { required: true }),
    content: draftContent(requestBody, options),
    'x-evidence': bodies,
  }
}

function responsesOf({ responses }: OperationFacts, options: DraftOptions): JsonObject {
  const sorted = [...responses].sort(([a], [b]) => a - b)
  // A Responses Object needs at least one response (OpenAPI 3.1 §4.8.16).
  if (sorted.length === 0) return { default: { description: 'Not seen.' } }
  return Object.fromEntries(
    sorted.map(([status, response]) => [String(status), draftResponse(response, options)] as const),
  )
}

export function draftResponse(
  { count, content }: { readonly count: number; readonly content: ReadonlyMap<string, MediaFacts> },
  options: DraftOptions,
): JsonObject {
  return {
    description: `Seen in ${count === 1 ? '1 exchange' : `${count} exchanges`}.`,
    ...(content.size > 0 && { content: draftContent(content, options) }),
    'x-evidence': count,
  }
}

export function draftContent(content: ReadonlyMap<string, MediaFacts>, options: DraftOptions): JsonObject {
  return Object.fromEntries(
    [...content]
      .sort(([a], [b]) => byText(a, b))
      .map(([type, media]) => [type, draftMedia(type, media, options)] as const),
  )
}

/** Drafts a Media Type Object. Bodies other than JSON and forms get only `type: string`, in 3.0 with `format: binary` (§4.7.14.3). */
function draftMedia(type: string, { count, shape }: MediaFacts, options: DraftOptions): JsonObject {
  const binary = options.dialect === '3.0' && { type: 'string', format: 'binary' }
  const opaque = isTextType(type) ? { type: 'string' } : binary
  const schema = shape === undefined ? opaque : draftSchema(shape, options)
  return { ...(schema && { schema }), 'x-evidence': count }
}

export function schemeName(key: string): string {
  if (key === 'bearer' || key === 'basic') return `${key}Auth`
  const [location, name] = splitKey(key)
  return `${location}_${name}`.replaceAll(/[^\w.-]/g, '_')
}

export function draftScheme(key: string): JsonObject {
  if (key === 'bearer' || key === 'basic') return { type: 'http', scheme: key }
  const [location, name] = splitKey(key)
  return { type: 'apiKey', in: location, name }
}

/** Requires all credentials together if every request had them; otherwise lists alternatives. */
function securityOf({ credentials, accepted }: OperationFacts): Json | undefined {
  const keys = [...credentials.keys()].sort(byText)
  if (keys.length === 0) return undefined
  const together = Object.fromEntries(keys.map((key) => [schemeName(key), []] as const))
  const isAlways = keys.every((key) => credentials.get(key) === accepted)
  if (isAlways) return [together]
  return [...keys.map((key) => ({ [schemeName(key)]: [] })), {}]
}
