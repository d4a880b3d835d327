import type { Description } from '../model/operation.ts'
import { isIdentifier, keyOf, nounBefore, wordsOf } from './names.ts'

/** A path parameter with its location in a path template. */
export interface PathParameter {
  readonly name: string
  /** The path up to it, parameters nameless: `/loans/{}/payments/{}`. The same resource has the same shape. */
  readonly shape: string
  /** The path without it, each segment singular: `/loan/{}/payment`; `/repo` of `/repos/{owner}/{repo}`. What lists or creates has this path. */
  readonly collection: string
  /** The nearest segment before it that is no parameter: `payment`; `''` when there is none. */
  readonly noun: string
  /** No other text is in its segment. */
  readonly isWhole: boolean
}

/** A path template with its parameters nameless, without a slash at its end: `/loans/{}`. The same resource has the same shape. */
export function shapeOf(path: string): string {
  return path.replace(/\/$/, '').replaceAll(/\{[^{}]+\}/g, '{}')
}

/** The parameters of a path template, in their order. */
export function pathParametersOf(path: string): readonly PathParameter[] {
  return Array.from(path.matchAll(/\{([^{}]+)\}/g), (match) => {
    const before = path.slice(0, match.index)
    const nameless = shapeOf(`${before}{}`)
    const segments = before.split('/')
    const literals = segments.filter((segment) => segment !== '' && !segment.includes('{'))
    const after = path.slice(match.index + match[0].length)
    const name = match[1] ?? ''
    const literal = keyOf(literals.at(-1) ?? '')
    // `{owner}` of `/repos/{owner}/{repo}` is no repo, `{id}` of `/repos/{id}/{format}` is one.
    const isFollowed = /^\/?[^/{}]?\{/.test(after) && nounBefore(name) === undefined && !isOf(name, literal)
    return {
      name,
      shape: nameless,
      collection: isFollowed ? `${collectionOf(before)}/${keyOf(name)}` : collectionOf(withoutOwners(before)),
      noun: isFollowed ? keyOf(name) : literal,
      isWhole: before.endsWith('/') && (after === '' || after.startsWith('/')),
    }
  })
}

/** Whether a parameter by its name alone identifies what the segment before it names. */
function isOf(name: string, literal: string): boolean {
  const key = keyOf(name)
  return isIdentifier(key) || (literal !== '' && key.startsWith(literal))
}

/** `/repos/` of `/repos/{owner}/`: what has several parts to its name is listed where none of them is given. */
function withoutOwners(before: string): string {
  const [, rest = before, name = ''] = /^(.*\/[^/{}]+\/)\{([^{}]+)\}\/$/.exec(before) ?? []
  const literal = keyOf(rest.split('/').at(-2) ?? '')
  return name === '' || nounBefore(name) !== undefined || isOf(name, literal) ? before : rest
}

/** A path by its shape, each literal segment singular and without separators: `/api/Sub-Accounts/` is `/api/subaccount`. */
export function collectionOf(path: string): string {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => `/${segment.includes('{') ? segment.replaceAll(/\{[^{}]+\}/g, '{}') : keyOf(segment)}`)
    .join('')
}

/** Last segments of operations that list what is at the path before them. */
const searches = new Set([
  'search',
  'filter',
  'query',
  'find',
  'list',
  'lookup',
  'paginate',
  'all',
  'browse',
  'match',
  'index',
])

/** Last segments of operations that make one of what is at the path before them. */
const creations = new Set(['create', 'new', 'add', 'register', 'import', 'open', 'start', 'insert', 'submit'])

/** The path before a last segment that says what is done there, as `/search` and `/new` do; undefined where none does. */
export function withoutVerb(path: string): { readonly path: string; readonly verb: 'search' | 'create' } | undefined {
  const [, before = '', last = ''] = /^(.*)[/:]([^/:{}]+)\/?$/.exec(path) ?? []
  const [word = ''] = wordsOf(last)
  if (searches.has(word)) return { path: before, verb: 'search' }
  return creations.has(word) ? { path: before, verb: 'create' } : undefined
}

/** Whether an operation only asks for a list, though its method is one that writes: `POST /loans/search`. */
export function isSearch({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return method === 'POST' && withoutVerb(path)?.verb === 'search'
}

/** The noun of the collection that a path ends with: its last segment that is no parameter, singular. */
export function lastNounOf(path: string): string {
  const literals = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'))
  return keyOf(literals.at(-1) ?? '')
}

const collections = new WeakMap<Description, ReadonlySet<string>>()

/** Whether a description has paths below this one that name one of several things: `/users/{id}` for `/users`. */
export function hasItems(description: Description, path: string): boolean {
  const read = (): ReadonlySet<string> =>
    new Set(
      description.operations.flatMap((one) =>
        [...one.path.matchAll(/[/(]\{/g)].map(({ index }) => one.path.slice(0, index)),
      ),
    )
  const known = collections.get(description) ?? read()
  collections.set(description, known)
  return known.has(path.replace(/\/$/, ''))
}
