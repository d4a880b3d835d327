import type { Document } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import { isObject, ownEntries, ownString, own as ownValue } from '../../util/json.ts'
import { plainKey } from '../../util/secret-keys.ts'
import type { Span } from './secret-index.ts'

/** What everybody may know, whatever it is used for. */
export interface Vocabulary {
  /** Words that name something, in lower case: shown where a text uses them, also where they are a user's password. */
  readonly names: ReadonlySet<string>
  /** Values that a description gives: nothing that is sent becomes a secret by being one of them. */
  readonly values: ReadonlySet<string>
  /** Headers and parameters of queries that are credentials by the description (OpenAPI 3.1 §4.8.27), as `plainKey` writes them. */
  readonly credentials: { readonly headers: ReadonlySet<string>; readonly query: ReadonlySet<string> }
}

/** Words of our own messages, curl lines and reports. */
const own =
  'access api application array authorization base64 basic bearer body boolean bytes charset checked code content content-type cookie ' +
  'cookies credential credentials curl data data-raw date default delete description documented double enum error expected false file ' +
  'form format get head header headers html http https integer items json key length line list localhost maximum message method minimum ' +
  'missing none null number object operation options param parameter parameters passed password patch path pattern plain post property ' +
  'public put query request required response schema secret sent server session status string test text token true type undefined url ' +
  'user username utf-8 value values violation www'

/** What is known without a description. */
export const ownVocabulary: Vocabulary = {
  ...{ names: new Set(own.split(' ')), values: new Set() },
  credentials: { headers: new Set(), query: new Set() },
}

const known = new WeakMap<Document, Vocabulary>()

/**
 * The words of a description, and ours: segments of paths, names of properties, parameters, headers and media types, values
 * of enumerations; and the values it gives as examples and defaults. Read once per document.
 */
export function vocabularyOf(document: Document): Vocabulary {
  const found = known.get(document) ?? read(document.root)
  known.set(document, found)
  return found
}

/** Members whose own names are words of the API. */
const naming = new Set([
  ...['paths', 'properties', 'patternProperties', 'headers', 'content', 'responses', 'parameters', 'definitions'],
  ...[
    'schemas',
    'requestBodies',
    'securitySchemes',
    'mapping',
    'variables',
    'scopes',
    'dependentRequired',
    'callbacks',
  ],
])

/** Members whose values are values of the API. */
const giving = new Set(['example', 'examples', 'default', 'enum', 'const', 'x-example', 'x-examples', 'value'])

/** Strings of which all are words. */
const listing = new Set(['name', 'required', 'tags', 'operationId', 'consumes', 'produces', 'propertyName', 'enum'])

function read(root: Json): Vocabulary {
  const names = new Set(ownVocabulary.names)
  const values = new Set<string>()
  // A stack of its own: a description may be nested deeper than calls may.
  const open: { readonly node: Json; readonly within?: string; readonly isGiven: boolean }[] = [
    { node: root, isGiven: false },
  ]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, within = '', isGiven } = next
    // The parameters of an operation are a list, and have their names within.
    const itemOf = naming.has(within) ? '' : within
    if (Array.isArray(node)) for (const item of node) open.push({ node: item, within: itemOf, isGiven })
    else if (isObject(node)) {
      const isNaming = naming.has(within) && !isGiven
      for (const [key, member] of Object.entries(node)) {
        if (isNaming || isGiven) addName(names, key)
        open.push({
          node: member,
          // A property called `example` is no example.
          within: isNaming ? '' : key,
          isGiven: isGiven || (!isNaming && giving.has(key)),
        })
      }
    } else if (node !== null && typeof node !== 'boolean') {
      if (isGiven) values.add(String(node))
      if (typeof node === 'string' && listing.has(within)) addName(names, node)
    }
  }
  return { names, values, credentials: credentialsIn(root) }
}

function credentialsIn(root: Json): Vocabulary['credentials'] {
  const [headers, query] = [new Set<string>(), new Set<string>()]
  const schemes = [
    ...ownEntries(ownValue(root, 'components'), 'securitySchemes'),
    ...ownEntries(root, 'securityDefinitions'),
  ]
  for (const [, scheme] of schemes) {
    const [type, location] = [ownString(scheme, 'type'), ownString(scheme, 'in')]
    const name = plainKey(ownString(scheme, 'name'))
    if (type !== 'apiKey' || name === '') continue
    if (location === 'header') headers.add(name)
    else if (location === 'query') query.add(name)
  }
  return { headers, query }
}

function addName(names: Set<string>, name: string): void {
  const lower = name.toLowerCase()
  for (const tokens of [/[^/{}?&=]+/g, /[\p{L}\p{N}_.~-]+/gu, /[\p{L}\p{N}_]+/gu])
    for (const [token] of lower.matchAll(tokens)) names.add(token)
}

/** Whether a part of a text is a name, or is within one. */
export function isInName(text: string, { start, end }: Span, names: ReadonlySet<string>): boolean {
  return [/[\p{L}\p{N}_]/u, /[\p{L}\p{N}_.~-]/u].some((character) => {
    const whole = around(text, start, end, character)
    return whole !== undefined && [whole, whole.replace(/\.+$/, '')].some((token) => names.has(token))
  })
}

/** Longer words are no names: a body may be one word. */
const longestName = 200

function around(text: string, start: number, end: number, character: RegExp): string | undefined {
  let [from, to] = [start, end]
  while (from > 0 && start - from <= longestName && character.test(text[from - 1] ?? '')) from--
  while (to < text.length && to - end <= longestName && character.test(text[to] ?? '')) to++
  return to - from > longestName ? undefined : text.slice(from, to).toLowerCase()
}
