import type { Document } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import { isObject, ownEntries, ownString, own as ownValue } from '../../util/json.ts'
import { plainKey } from '../../util/secret-keys.ts'
import type { Span } from './secret-index.ts'

/** Words and values that are public wherever they occur. */
export interface Vocabulary {
  /** Lower-case names. Our own messages show them even if they equal a secret. */
  readonly names: ReadonlySet<string>
  /** Values from the description, which don't become secret by being sent. */
  readonly values: ReadonlySet<string>
  /** Headers and query parameters declared as API keys (OpenAPI 3.1 §4.8.27), normalised by `plainKey`. */
  readonly credentials: { readonly headers: ReadonlySet<string>; readonly query: ReadonlySet<string> }
}

/** Words in our own messages, curl lines and reports. */
const own =
  'access api application array authorization base64 basic bearer body boolean bytes charset checked code content content-type cookie ' +
  'cookies credential credentials curl data data-raw date default delete description documented double enum error expected false file ' +
  'form format get head header headers html http https integer items json key length line list localhost maximum message method minimum ' +
  'missing none null number object operation options param parameter parameters passed password patch path pattern plain post property ' +
  'public put query request required response schema secret sent server session status string test text token true type undefined url ' +
  'user username utf-8 value values violation www'

/** The vocabulary without a description. */
export const ownVocabulary: Vocabulary = {
  ...{ names: new Set(own.split(' ')), values: new Set() },
  credentials: { headers: new Set(), query: new Set() },
}

const known = new WeakMap<Document, Vocabulary>()

/** Collects public words: the names, examples, defaults and enum values of a description, and our own words. Cached per document. */
export function vocabularyOf(document: Document): Vocabulary {
  const found = known.get(document) ?? read(document.root)
  known.set(document, found)
  return found
}

/** Members whose keys are names in the API. */
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

/** Members that contain API values. */
const giving = new Set(['example', 'examples', 'default', 'enum', 'const', 'x-example', 'x-examples', 'value'])

/** Members whose string values are names. */
const listing = new Set(['name', 'required', 'tags', 'operationId', 'consumes', 'produces', 'propertyName', 'enum'])

function read(root: Json): Vocabulary {
  const names = new Set(ownVocabulary.names)
  const values = new Set<string>()
  // Uses an explicit stack: a description may be nested deeper than the call stack allows.
  const open: { readonly node: Json; readonly within?: string; readonly isGiven: boolean }[] = [
    { node: root, isGiven: false },
  ]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, within = '', isGiven } = next
    // An operation's `parameters` is an array whose items contain the names.
    const itemOf = naming.has(within) ? '' : within
    if (Array.isArray(node)) for (const item of node) open.push({ node: item, within: itemOf, isGiven })
    else if (isObject(node)) {
      const isNaming = naming.has(within) && !isGiven
      for (const [key, member] of Object.entries(node)) {
        if (isNaming || isGiven) addName(names, key)
        open.push({
          node: member,
          // A property called `example` doesn't contain an example.
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

/** Tests whether the token around a span is a known name. */
export function isInName(text: string, { start, end }: Span, names: ReadonlySet<string>): boolean {
  return [/[\p{L}\p{N}_]/u, /[\p{L}\p{N}_.~-]/u].some((character) => {
    const whole = around(text, start, end, character)
    return whole !== undefined && [whole, whole.replace(/\.+$/, '')].some((token) => names.has(token))
  })
}

/** Longer tokens are never names; a whole body may be one token. */
const longestName = 200

function around(text: string, start: number, end: number, character: RegExp): string | undefined {
  let [from, to] = [start, end]
  while (from > 0 && start - from <= longestName && character.test(text[from - 1] ?? '')) from--
  while (to < text.length && to - end <= longestName && character.test(text[to] ?? '')) to++
  return to - from > longestName ? undefined : text.slice(from, to).toLowerCase()
}
