import type { Description } from '../model/operation.ts'
import { isIdentifier, keyOf, nounBefore, wordsOf } from './names.ts'

export interface PathParameter {
  readonly name: string
  /** Path up to the parameter, without parameter names: `/loans/{}/payments/{}`. Equal for equal resources. */
  readonly shape: string
  /** Path that lists or creates the resource, with singular segments: `/loan/{}/payment`; `/repo` for `/repos/{owner}/{repo}`. */
  readonly collection: string
  /** Closest preceding literal segment: `payment`, or `''`. */
  readonly noun: string
  /** The parameter fills its whole segment. */
  readonly isWhole: boolean
}

/** Returns a path template without parameter names and trailing slash: `/loans/{}`. Equal for equal resources. */
export function shapeOf(path: string): string {
  return path.replace(/\/$/, '').replaceAll(/\{[^{}]+\}/g, '{}')
}

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

/** Returns whether the parameter name is enough to identify the preceding segment's resource. */
function isOf(name: string, literal: string): boolean {
  const key = keyOf(name)
  return isIdentifier(key) || (literal !== '' && key.startsWith(literal))
}

/** Returns `/repos/` for `/repos/{owner}/`: a resource with a multi-part identifier is listed without any part. */
function withoutOwners(before: string): string {
  const [, rest = before, name = ''] = /^(.*\/[^/{}]+\/)\{([^{}]+)\}\/$/.exec(before) ?? []
  const literal = keyOf(rest.split('/').at(-2) ?? '')
  return name === '' || nounBefore(name) !== undefined || isOf(name, literal) ? before : rest
}

/** Returns a path with singular segments without separators: `/api/subaccount` for `/api/Sub-Accounts/`. */
export function collectionOf(path: string): string {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => `/${segment.includes('{') ? segment.replaceAll(/\{[^{}]+\}/g, '{}') : keyOf(segment)}`)
    .join('')
}

/** Last segments of operations that search the preceding collection. */
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

/** Last segments of operations that create an item of the preceding collection. */
const creations = new Set(['create', 'new', 'add', 'register', 'import', 'open', 'start', 'insert', 'submit'])

/** Returns the path before a verb such as `/search` or `/new`; undefined without one. */
export function withoutVerb(path: string): { readonly path: string; readonly verb: 'search' | 'create' } | undefined {
  const [, before = '', last = ''] = /^(.*)[/:]([^/:{}]+)\/?$/.exec(path) ?? []
  const [word = ''] = wordsOf(last)
  if (searches.has(word)) return { path: before, verb: 'search' }
  return creations.has(word) ? { path: before, verb: 'create' } : undefined
}

/** Returns whether an operation only reads a list despite its method: `POST /loans/search`. */
export function isSearch({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return method === 'POST' && withoutVerb(path)?.verb === 'search'
}

/** Returns the singular noun of a path's last literal segment. */
export function lastNounOf(path: string): string {
  const literals = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'))
  return keyOf(literals.at(-1) ?? '')
}

const collections = new WeakMap<Description, ReadonlySet<string>>()

/** Returns whether paths below this one identify items: `/users/{id}` for `/users`. */
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
