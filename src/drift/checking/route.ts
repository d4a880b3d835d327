import type { Operation } from '../../model/operation.ts'
import { byText } from '../../util/text.ts'

/** Finds the operation a request belongs to. */
export interface Router {
  /** `path` may hold a query. Undefined when no operation matches. */
  match(method: string, path: string): Operation | undefined
  /** The operations at a path, whatever their method; `[]` for a path that is not described. */
  at(path: string): readonly Operation[]
}

interface Route {
  readonly operation: Operation
  readonly segments: readonly Segment[]
}

interface Segment {
  /** Lower sorts first: a literal, a literal with parameters in it, a parameter. */
  readonly rank: 0 | 1 | 2
  matches(segment: string): boolean
}

/**
 * Makes a router: the most concrete template wins, base paths of the servers are optional and part of the template, any
 * value of a server variable matches, a trailing slash does not matter, and HEAD matches GET where it is not described itself (RFC 9110 §9.3.2).
 */
export function createRouter(operations: readonly Operation[]): Router {
  const routes = new Map<string, Route[]>()
  const bases = new Set<string>([''])
  const openEnded: Route[] = []
  for (const operation of operations) {
    for (const base of operation.basePaths) bases.add(base)
    const segments = split(operation.path).map(segmentOf)
    const key = `${operation.method} ${segments.length}`
    const list = routes.get(key)
    if (list === undefined) routes.set(key, [{ operation, segments }])
    else list.push({ operation, segments })
    if (isOpenEnded(operation)) openEnded.push({ operation, segments })
  }
  for (const list of routes.values()) list.sort(bySpecificity)
  const prefixes = [...bases].map((base) => split(base).map(segmentOf)).sort((a, b) => b.length - a.length)

  openEnded.sort(bySpecificity)

  /** What no template matches segment by segment may be one whose last parameter holds slashes. */
  const findOpenEnded = (method: string, segments: readonly string[]): Operation | undefined => {
    for (const prefix of prefixes) {
      if (!startsWith(segments, prefix)) continue
      const rest = segments.slice(prefix.length)
      const route = openEnded.find(
        (one) =>
          one.operation.method === method && rest.length >= one.segments.length && startsWith(rest, one.segments),
      )
      if (route !== undefined) return route.operation
    }
    return undefined
  }

  const find = (method: string, segments: readonly string[]): Operation | undefined => {
    const found = prefixes.flatMap((prefix): readonly Route[] => {
      if (!startsWith(segments, prefix)) return []
      const rest = segments.slice(prefix.length)
      const route = (routes.get(`${method} ${rest.length}`) ?? []).find((one) => startsWith(rest, one.segments))
      return route === undefined ? [] : [{ ...route, segments: [...prefix, ...route.segments] }]
    })
    // Sorting is stable: of two that are equally concrete, the longer base path wins.
    return found.sort(bySpecificity)[0]?.operation
  }
  const router: Router = {
    at(path) {
      const methods = [...new Set(operations.map(({ method }) => method))].sort(byText)
      return methods.flatMap((method) => (method === 'HEAD' ? [] : (router.match(method, path) ?? [])))
    },
    match(method, path) {
      const segments = split(path.split(/[?#]/, 1)[0] ?? '')
      const methods = method.toUpperCase() === 'HEAD' ? ['HEAD', 'GET'] : [method.toUpperCase()]
      for (const one of methods) {
        const found = find(one, segments) ?? (openEnded.length > 0 ? findOpenEnded(one, segments) : undefined)
        if (found !== undefined) return found
      }
      return undefined
    },
  }
  return router
}

/** Whether the last parameter of a path may hold slashes: `x-multi-segment`, as GitHub's description marks it. */
function isOpenEnded({ path, parameters }: Operation): boolean {
  const [, name] = /\{([^{}]*)\}$/.exec(path) ?? []
  const parameter = parameters.find((each) => each.in === 'path' && each.name === name)
  return parameter?.node['x-multi-segment'] === true
}

function split(path: string): string[] {
  const segments = path.split('/').filter((segment, index) => index > 0 || segment !== '')
  if (segments.at(-1) === '') segments.pop()
  return segments
}

function segmentOf(template: string): Segment {
  const parts = template.split(/\{[^}]*\}/)
  const literal = decode(template)
  if (parts.length === 1) return { rank: 0, matches: (segment) => segment === literal || decode(segment) === literal }
  if (template.replaceAll(/\{[^}]*\}/g, '') === '') return { rank: 2, matches: (segment) => segment !== '' }
  return { rank: 1, matches: (segment) => holdsInOrder(decode(segment), parts.map(decode)) }
}

/** Whether a text starts and ends with the outer parts and holds the inner ones between, something in each gap. */
function holdsInOrder(text: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts
  const last = rest.pop() ?? ''
  if (!text.startsWith(first)) return false
  let from = first.length
  for (const part of rest) {
    const found = text.indexOf(part, from + 1)
    if (found < 0) return false
    from = found + part.length
  }
  return text.endsWith(last) && text.length - last.length > from
}

function startsWith(segments: readonly string[], pattern: readonly Segment[]): boolean {
  return pattern.every((part, index) => part.matches(segments[index] ?? ''))
}

function bySpecificity(a: Route, b: Route): number {
  for (const [index, segment] of a.segments.entries()) {
    const difference = segment.rank - (b.segments[index]?.rank ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function decode(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
