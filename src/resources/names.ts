/** Cache: a few names occur very often, and a description has thousands of `id`. */
const words = new Map<string, readonly string[]>()
const keys = new Map<string, string>()
const mostKept = 50_000

function kept<T>(memo: Map<string, T>, name: string, read: (name: string) => T): T {
  const known = memo.get(name)
  if (known !== undefined) return known
  if (memo.size >= mostKept) memo.clear()
  const value = read(name)
  memo.set(name, value)
  return value
}

/** Returns the lower-case words of a name: `silence`, `id` for `silenceID`, `silence_id` and `silence-id`. */
export function wordsOf(name: string): readonly string[] {
  return kept(words, name, readWords)
}

function readWords(name: string): readonly string[] {
  return (
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** Nouns with irregular plurals, or with a singular ending in s. */
const irregular: Readonly<Record<string, string>> = {
  people: 'person',
  children: 'child',
  indices: 'index',
  vertices: 'vertex',
  matrices: 'matrix',
  criteria: 'criterion',
  data: 'data',
  media: 'media',
  status: 'status',
  statuses: 'status',
  address: 'address',
  news: 'news',
  series: 'series',
  bus: 'bus',
  alias: 'alias',
  canvas: 'canvas',
  movies: 'movie',
  cookies: 'cookie',
  caches: 'cache',
  databases: 'database',
  leases: 'lease',
  releases: 'release',
  purchases: 'purchase',
  licenses: 'license',
  expenses: 'expense',
  responses: 'response',
  phases: 'phase',
  bases: 'base',
  leaves: 'leaf',
}

/** Returns the lower-case singular of an English noun. */
export function singularOf(word: string): string {
  const known = Object.hasOwn(irregular, word) ? irregular[word] : undefined
  if (known !== undefined) return known
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(ss|sh|ch|x|zz)es$/.test(word)) return word.slice(0, -2)
  if (/(us|is|ss)$/.test(word) || word.length < 3) return word
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** Returns a name as one word with its last part in singular: `subaccount` for `sub-accounts`, `petid` for `petIds`. */
export function keyOf(name: string): string {
  return kept(keys, name, readKey)
}

function readKey(name: string): string {
  const all = wordsOf(name)
  return [...all.slice(0, -1), singularOf(all.at(-1) ?? '')].join('')
}

/** Names of properties and parameters that identify a resource on their own, most likely first. */
export const identifiers: readonly string[] = [
  ...['id', 'uuid', 'guid', 'uid', 'oid', 'key', 'slug', 'code', 'handle', 'login', 'username'],
  ...['name', 'number', 'iid', 'ref', 'reference', 'sku', 'iri', 'urn', 'sid', 'fingerprint'],
]

const known = new Set(identifiers)

/** Returns whether a name is a plain identifier such as `id`, `uuid` or `slug`. */
export function isIdentifier(key: string): boolean {
  return known.has(key)
}

/** Returns the noun before a trailing identifier: `pet` for `petId`; otherwise undefined. */
export function nounBefore(name: string): string | undefined {
  const all = wordsOf(name)
  const last = singularOf(all.at(-1) ?? '')
  return all.length > 1 && known.has(last) ? all.slice(0, -1).join('') : undefined
}

/** Envelope members, which don't name a resource. */
const wrappers = new Set([
  ...['data', 'item', 'result', 'content', 'payload', 'value', 'list', 'record', 'entry', 'row', 'page', 'response'],
  ...['body', 'embedded', 'node', 'edge', 'object', 'attribute', 'metadata', 'element', 'hit', 'doc', 'document'],
  ...['collection', 'resource', 'entity', 'source', 'output', 'return', 'rest', 'model'],
])

/** Returns whether a member is an envelope such as `data` or `items`. */
export function isWrapper(name: string): boolean {
  return wrappers.has(keyOf(name))
}

/** Affixes of component names: `PetSummary` and `gettableSilence` are a pet and a silence. */
const affixes = new Set([
  ...[
    'summary',
    'detail',
    'response',
    'request',
    'dto',
    'item',
    'list',
    'simple',
    'full',
    'minimal',
    'nullable',
    'base',
  ],
  ...[
    'model',
    'view',
    'info',
    'object',
    'resource',
    'entity',
    'gettable',
    'postable',
    'create',
    'created',
    'read',
    'out',
  ],
  ...[
    'in',
    'input',
    'output',
    'public',
    'schema',
    'data',
    'result',
    'short',
    'brief',
    'extended',
    'basic',
    'api',
    'get',
  ],
  ...['page', 'paged', 'collection', 'with', 'type', 'record', 'payload', 'body', 'json', 'v1', 'v2', 'v3'],
])

/** Returns the nouns in a component name: `simpleuser` and `user` for `simple-user`. */
export function nounsOfComponent(pointer: string): readonly string[] {
  const name = /^\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(pointer)?.[1]
  if (name === undefined) return []
  const plain = wordsOf(name).filter((word) => !affixes.has(singularOf(word)))
  return [...new Set([keyOf(name), keyOf(plain.join('-'))])].filter((noun) => noun !== '')
}
