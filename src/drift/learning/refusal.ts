import type { Json, JsonObject } from '../../model/json.ts'
import { isObject, own } from '../../util/json.ts'
import { pointerTokens } from '../../util/pointer.ts'
import { type LearnedLimit, type NumericLimit, numericLimits } from './learned-limit.ts'

const number = String.raw`(-?\d+(?:\.\d+)?)`

const characters = '(?:characters?|chars)'

/** Patterns of validators' messages; the first match wins. Lengths precede numbers, because both use `at most`. */
const forms: readonly (readonly [RegExp, Read])[] = [
  [rule(`between ${number} and ${number} ${characters}`), range('minLength', 'maxLength')],
  [rule(`(?:size|length) must be between ${number} and ${number}`), range('minLength', 'maxLength')],
  [
    rule(`(?:at most|no more than|longer than|up to|maximum(?: of)?|exceeds?) ${number} ${characters}`),
    of('maxLength'),
  ],
  [rule(`(?:at least|no fewer than|shorter than|minimum(?: of)?) ${number} ${characters}`), of('minLength')],
  [rule(`(?:more than|at most|no more than|up to) ${number} items?`), of('maxItems')],
  [rule(`(?:fewer than|at least|no fewer than) ${number} items?`), of('minItems')],
  [
    rule(
      `(?:size|length) must be less than or equal to ${number}|(?:max(?:imum)? ?length|length must be at most|no longer than)(?: is| of|:)? ${number}`,
    ),
    of('maxLength'),
  ],
  [rule(`(?:min(?:imum)? ?length|length must be at least)(?: is| of|:)? ${number}`), of('minLength')],
  [rule(`between ${number} and ${number}`), range('minimum', 'maximum')],
  [rule(`multiple of ${number}`), of('multipleOf')],
  [
    rule(
      `(?:less than or equal to|<=|at most|no more than|not (?:be )?(?:greater|more|larger) than|maximum(?: is| of|:)?|cannot exceed|not exceed) ${number}`,
    ),
    of('maximum'),
  ],
  [
    rule(`(?:greater than or equal to|>=|at least|not (?:be )?(?:less|smaller) than|minimum(?: is| of|:)?) ${number}`),
    of('minimum'),
  ],
  [rule(`(?:less than|smaller than|below|<) ${number}`), of('exclusiveMaximum')],
  [rule(`(?:greater than|more than|larger than|above|>) ${number}`), of('exclusiveMinimum')],
  [rule('positive (?:integer|number|value)|must be positive'), () => [{ keyword: 'exclusiveMinimum', value: 0 }]],
  [
    rule('(?:must|may|can|should) ?not be (?:blank|empty)|cannot be (?:blank|empty)'),
    () => [{ keyword: 'minLength', value: 1 }],
  ],
  [rule('match (?:the )?(?:pattern|regex|regular expression) "(.{1,200}?)"'), text('pattern')],
  [rule(`match (?:the )?(?:pattern|regex|regular expression) '(.{1,200}?)'`), text('pattern')],
  [rule('must match "(.{1,200}?)"$'), text('pattern')],
  [rule(`match format "([a-z-]+)"`), text('format')],
  [rule('(?:valid|well-formed) (e-?mail)'), () => [{ keyword: 'format', value: 'email' }]],
  [rule('valid (?:uuid|guid)'), () => [{ keyword: 'format', value: 'uuid' }]],
  [rule('valid (?:url|uri)'), () => [{ keyword: 'format', value: 'uri' }]],
  [rule('valid date-?time'), () => [{ keyword: 'format', value: 'date-time' }]],
  [rule('valid date'), () => [{ keyword: 'format', value: 'date' }]],
  [rule(String.raw`one of:? \[?(.+?)\]?\.?$`), listed],
  [rule(`^(?:input |value )?should be ('[^']*'(?:(?:, | or )'[^']*')*)$`), listed],
  [
    rule('(?:is|field) required|required property|must not be null|is missing|missing required'),
    () => [{ keyword: 'required' }],
  ],
]

/** A limit on one part of a request, parsed from an error response. */
export interface Refusal {
  readonly in: 'body' | 'query' | 'header' | 'path'
  /** Names and indexes in the body, or the parameter name. */
  readonly path: readonly string[]
  readonly limit: LearnedLimit
}

/**
 * Parses a 400 or 422 body: RFC 9457 (`errors[].pointer`), RFC 7807 (`invalid-params`), ASP.NET (`errors` by name), FastAPI
 * (`detail[].loc`), Spring and Jakarta (`errors[].field`, `violations`), ajv (`instancePath`, `params`), JSON:API (`errors[].source`).
 */
export function readRefusal(body: Json): readonly Refusal[] {
  const errors = errorsOf(body)
  return (errors.length > 0 ? errors : inText(body)).flatMap((error) => {
    const at = refusedPart(error) ?? refusedPart(own(error, 'extensions')) ?? quotedIn(textOf(error))
    if (at === undefined) return []
    const stated = limitOfParams(error)
    return (stated === undefined ? limitsIn(textOf(error)) : [stated]).flatMap((limit) => {
      const lacking = limit.keyword === 'required' ? own(own(error, 'params'), 'missingProperty') : undefined
      const path = typeof lacking === 'string' ? [...at.path, lacking] : at.path
      return path.length === 0 ? [] : [{ in: at.in, path, limit }]
    })
  })
}

const mostErrors = 50

function errorsOf(body: Json): readonly JsonObject[] {
  if (Array.isArray(body)) return body.slice(0, mostErrors).filter(isObject)
  if (!isObject(body)) return []
  const names = ['errors', 'detail', 'details', 'violations', 'invalid-params', 'invalidParams', 'validation', 'error']
  for (const name of names) {
    const value = own(body, name)
    if (Array.isArray(value)) {
      const found = value.slice(0, mostErrors).filter(isObject)
      if (found.length > 0) return found
    } else if (isObject(value)) {
      const below = name === 'errors' ? byName(value) : errorsOf(value)
      if (below.length > 0) return below
    }
  }
  return []
}

/** Parses Fastify's `body/amount must be <= 150`, class-validator's `["amount must not be …"]`, Django's `{ "amount": ["…"] }`. */
function inText(body: Json): readonly JsonObject[] {
  const message = own(body, 'message')
  if (Array.isArray(message))
    return message.slice(0, mostErrors).flatMap((one) => {
      const field = typeof one === 'string' ? /^[\w.]+(?= )/.exec(one)?.[0] : undefined
      return field === undefined || typeof one !== 'string' ? [] : [{ field, message: one }]
    })
  if (typeof message === 'string') {
    const [, part, path = '', rest = ''] = /^(body|querystring|headers|params)(\/\S+)? (.+)$/.exec(message) ?? []
    const property = /required property '(.+)'/.exec(rest)?.[1]
    const names = [...pointerTokens(path), ...(property === undefined ? [] : [property])]
    const at = { body: 'body', querystring: 'query', headers: 'header', params: 'path' }[part ?? '']
    if (at !== undefined) return [{ loc: [at, ...names], message: rest }]
  }
  const lacking = ['message', 'error', 'detail', 'title'].flatMap((name) => inSentence(own(body, name)))
  if (lacking.length > 0) return lacking
  const isOfNames = isObject(body) && Object.values(body).every((texts) => Array.isArray(texts))
  return isOfNames ? byName(body) : []
}

const missing = 'is missing|is required|is mandatory|(?:is |was )?not (?:present|specified|provided|given)|missing'

/** Parses messages about missing or empty properties: `Key 'kind' not present`, `kind is not specified`, `Missing config option: url`. */
function inSentence(text: Json | undefined): readonly JsonObject[] {
  if (typeof text !== 'string' || text.length > mostText) return []
  const empty = /\bempty ["'`]?([\w.-]+)["'`]? (?:is|are) not (?:allowed|permitted|valid|supported)/i.exec(text)?.[1]
  if (empty !== undefined) return [{ field: empty, message: 'must not be empty' }]
  const before = new RegExp(`["'\`]?([\\w.-]+)["'\`]? (?:${missing})\\b`, 'i').exec(text)?.[1]
  const after = /\bmissing (?:[a-z]+ ){0,3}?(?:field|key|option|parameter|property|value):? ["'`]?([\w.-]+)/i.exec(
    text,
  )?.[1]
  const field = after ?? before
  return field === undefined ? [] : [{ field, message: 'is required' }]
}

/** Returns the part that a message quotes, as in `Invalid payload. "email" must be a valid email.` */
function quotedIn(text: string): RefusedPart | undefined {
  const [, name] =
    /["'`]([\w.[\]-]+)["'`] (?:field |parameter |value )?(?:is|are|must|has|have|should|cannot|can't|may)\b/.exec(
      text,
    ) ?? []
  return name === undefined ? undefined : { in: 'body', path: dotted(name) }
}

/** Maximum length of a validation message. */
const mostText = 300

/** Parses `{ "Age": ["must be at most 150"] }`, or with a single string. */
function byName(errors: JsonObject): readonly JsonObject[] {
  return Object.entries(errors)
    .slice(0, mostErrors)
    .flatMap(([field, texts]) =>
      (Array.isArray(texts) ? texts : [texts]).flatMap((message) =>
        typeof message === 'string' ? [{ field, message }] : [],
      ),
    )
}

type RefusedPart = Pick<Refusal, 'in' | 'path'>

const locations = { body: 'body', query: 'query', header: 'header', path: 'path' } as const

function refusedPart(error: Json | undefined): RefusedPart | undefined {
  const loc = own(error, 'loc')
  if (Array.isArray(loc)) {
    const [first = '', ...rest] = loc.map(String)
    return Object.hasOwn(locations, first) ? { in: locations[first as keyof typeof locations], path: rest } : undefined
  }
  const source = own(error, 'source')
  const parameter = own(source, 'parameter') ?? own(error, 'parameter')
  if (typeof parameter === 'string') return { in: 'query', path: [parameter] }
  const header = own(source, 'header')
  if (typeof header === 'string') return { in: 'header', path: [header] }
  const pointer =
    own(source, 'pointer') ?? own(error, 'pointer') ?? own(error, 'instancePath') ?? own(error, 'dataPath')
  if (typeof pointer === 'string' && /^#?(\/|$)/.test(pointer))
    return { in: 'body', path: pointerTokens(pointer.replace(/^#/, '')) }
  for (const name of ['field', 'propertyPath', 'name', 'property', 'param', 'path']) {
    const written = own(error, name)
    if (typeof written === 'string' && written !== '') return { in: 'body', path: dotted(written) }
    if (Array.isArray(written) && written.every((one) => typeof one === 'string' || typeof one === 'number'))
      return { in: 'body', path: written.map(String) }
  }
  return undefined
}

/** Splits `items[0].price` or `$.items[0].price` into tokens. */
function dotted(text: string): readonly string[] {
  return text.split(/[.[\]]+/).filter((part) => part !== '' && part !== '$')
}

function textOf(error: JsonObject): string {
  for (const name of ['msg', 'defaultMessage', 'detail', 'message', 'reason', 'title', 'description']) {
    const text = own(error, name)
    if (typeof text === 'string' && text !== '') return text.slice(0, 400)
  }
  return ''
}

/** Parses structured limits: FastAPI's `ctx`, ajv's `params`. */
function limitOfParams(error: JsonObject): LearnedLimit | undefined {
  const [ctx, params, keyword, type] = [
    own(error, 'ctx'),
    own(error, 'params'),
    own(error, 'keyword'),
    own(error, 'type'),
  ]
  for (const name of numericLimits) {
    const bound = own(ctx, ofPydantic[name] ?? name)
    const value = typeof bound === 'number' ? bound : keyword === name ? own(params, ofAjv[name] ?? 'limit') : undefined
    if (typeof value === 'number') return { keyword: lengthOfList(name, type), value }
  }
  const allowed = own(params, 'allowedValues')
  if (Array.isArray(allowed) && allowed.length > 0) return { keyword: 'enum', value: allowed.slice(0, 100) }
  for (const name of ['pattern', 'format'] as const) {
    const value = (keyword === name ? own(params, name) : undefined) ?? own(ctx, name)
    if (typeof value === 'string' && value.length <= longest) return { keyword: name, value }
  }
  const isMissing = keyword === 'required' || type === 'missing' || type === 'value_error.missing'
  return isMissing ? { keyword: 'required' } : undefined
}

/** Maximum length of a pattern. */
const longest = 200

const ofPydantic: Readonly<Partial<Record<NumericLimit, string>>> = {
  ...{ minimum: 'ge', exclusiveMinimum: 'gt', maximum: 'le', exclusiveMaximum: 'lt' },
  ...{ minLength: 'min_length', maxLength: 'max_length', multipleOf: 'multiple_of' },
}
const ofAjv: Readonly<Partial<Record<NumericLimit, string>>> = { multipleOf: 'multipleOf' }

/** Pydantic uses the same names for array and string lengths, except in errors of type `too_long` and `too_short`. */
function lengthOfList(name: NumericLimit, type: Json | undefined): NumericLimit {
  const isList = type === 'too_long' || type === 'too_short'
  return isList && name === 'maxLength' ? 'maxItems' : isList && name === 'minLength' ? 'minItems' : name
}

type Read = (found: readonly string[]) => readonly LearnedLimit[]

function rule(source: string): RegExp {
  return new RegExp(source, 'i')
}

function of(keyword: NumericLimit): Read {
  return (found) => {
    const value = Number(found.slice(1).findLast((one) => one !== undefined && one !== ''))
    return Number.isFinite(value) ? [{ keyword, value }] : []
  }
}

function range(least: NumericLimit, most: NumericLimit): Read {
  return ([, from, to]) => [
    { keyword: least, value: Number(from) },
    { keyword: most, value: Number(to) },
  ]
}

function text(keyword: 'pattern' | 'format'): Read {
  return ([, value = '']) => [{ keyword, value }]
}

function listed([, found = '']: readonly string[]): readonly LearnedLimit[] {
  const words = found.split(/,| or /).map((word) => word.trim().replaceAll(/^["'`]|["'`]$/g, ''))
  const value = words.filter((word) => word !== '').slice(0, 100)
  return value.length > 0 ? [{ keyword: 'enum', value }] : []
}

/** Returns the limits in an English validator message; empty if there are none. */
function limitsIn(message: string): readonly LearnedLimit[] {
  for (const [form, read] of forms) {
    const found = form.exec(message)
    const limits = found === null ? [] : read(found)
    if (limits.length > 0) return limits
  }
  return []
}
