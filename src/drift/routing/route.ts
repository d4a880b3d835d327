import type { Operation } from '../../model/operation.ts'
import { byText } from '../../util/text.ts'
import { bySpecificity, createTemplateTree, type Route, type Segment, segmentOf, split } from './template-tree.ts'

/** Finds the operation of a request. */
export interface Router {
  /** `path` may include a query. Undefined if no operation matches. */
  match(method: string, path: string): Operation | undefined
  /** Returns the operations at a path for all methods; empty for an undocumented path. */
  at(path: string): readonly Operation[]
}

/** Creates a router: the most specific template wins, server base paths are optional, and HEAD falls back to GET (RFC 9110 §9.3.2). */
export function createRouter(operations: readonly Operation[]): Router {
  const templates = createTemplateTree()
  const bases = new Set<string>([''])
  const openEnded: Route[] = []
  for (const operation of operations) {
    for (const base of operation.basePaths) bases.add(base)
    const segments = split(operation.path).map(segmentOf)
    templates.add(operation)
    if (isOpenEnded(operation)) openEnded.push({ operation, segments })
  }
  const prefixes = [...bases].map((base) => split(base).map(segmentOf)).sort((a, b) => b.length - a.length)
  openEnded.sort(bySpecificity)

  /** Falls back to templates whose last parameter may contain slashes. */
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
    if (prefixes.length === 1) return templates.find(method, segments, 0)?.operation
    const found = prefixes.flatMap((prefix): readonly Route[] => {
      const route = startsWith(segments, prefix) ? templates.find(method, segments, prefix.length) : undefined
      return route === undefined ? [] : [{ ...route, segments: [...prefix, ...route.segments] }]
    })
    // Sorting is stable, so the longer base path wins between equally specific templates.
    return found.sort(bySpecificity)[0]?.operation
  }
  /** Caches the last path without its query, because similar exchanges often follow each other. */
  let last: { readonly method: string; readonly path: string; readonly operation: Operation | undefined } | undefined
  const router: Router = {
    at(path) {
      const methods = [...new Set(operations.map(({ method }) => method))].sort(byText)
      return methods.flatMap((method) => (method === 'HEAD' ? [] : (router.match(method, path) ?? [])))
    },
    match(method, path) {
      const bare = withoutQuery(path)
      if (last?.path === bare && last.method === method) return last.operation
      const segments = split(bare)
      const wanted = method.toUpperCase()
      const operation = matchMethod(wanted, segments) ?? (wanted === 'HEAD' ? matchMethod('GET', segments) : undefined)
      last = { method, path: bare, operation }
      return operation
    },
  }
  const matchMethod = (method: string, segments: readonly string[]): Operation | undefined =>
    find(method, segments) ?? (openEnded.length > 0 ? findOpenEnded(method, segments) : undefined)
  return router
}

/** Tests whether the last path parameter may contain slashes (`x-multi-segment` in GitHub's description). */
function isOpenEnded({ path, parameters }: Operation): boolean {
  const [, name] = /\{([^{}]*)\}$/.exec(path) ?? []
  const parameter = parameters.find((each) => each.in === 'path' && each.name === name)
  return parameter?.node['x-multi-segment'] === true
}

function withoutQuery(path: string): string {
  const query = path.indexOf('?')
  const fragment = path.indexOf('#')
  const end = query < 0 || (fragment >= 0 && fragment < query) ? fragment : query
  return end < 0 ? path : path.slice(0, end)
}

function startsWith(segments: readonly string[], pattern: readonly Segment[]): boolean {
  return pattern.every((part, index) => part.matches(segments[index] ?? ''))
}
