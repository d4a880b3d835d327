import type { Operation } from '../../model/operation.ts'
import { percentDecoded } from '../../util/pointer.ts'

/** An operation and its parsed path template. */
export interface Route {
  readonly operation: Operation
  readonly segments: readonly Segment[]
}

/** A segment of a template. */
export interface Segment {
  /** Sort order: literal, literal with parameters, parameter. */
  readonly rank: 0 | 1 | 2
  /** Segments with the same text match the same. */
  readonly text: string
  matches(segment: string): boolean
}

/** Trie node of the templates with a common prefix. */
interface Node {
  readonly literals: Map<string, Node>
  /** Literals with parameters, by text. */
  readonly mixed: Map<string, { readonly segment: Segment; readonly node: Node }>
  parameter?: Node
  /** Operations whose template ends here, by method. */
  readonly routes: Map<string, Route & { readonly order: number }>
}

/** Trie over path segments that finds the most specific template. */
export interface TemplateTree {
  add(operation: Operation): void
  /** `from`: number of segments in the base path. */
  find(method: string, segments: readonly string[], from: number): Route | undefined
}

/** Creates an empty tree. Between equally specific templates the first one added wins. */
export function createTemplateTree(): TemplateTree {
  const root = createNode()
  let count = 0

  function find(node: Node, method: string, segments: readonly string[], at: number): Ordered | undefined {
    const segment = segments[at]
    if (segment === undefined) return node.routes.get(method)
    const literal = node.literals.get(segment)
    let best = literal && find(literal, method, segments, at + 1)
    if (segment.includes('%')) {
      const decoded = node.literals.get(percentDecoded(segment))
      if (decoded !== undefined && decoded !== literal) best = better(best, find(decoded, method, segments, at + 1))
    }
    if (best !== undefined) return best
    for (const mixed of node.mixed.values())
      if (mixed.segment.matches(segment)) best = better(best, find(mixed.node, method, segments, at + 1))
    if (best !== undefined || node.parameter === undefined || segment === '') return best
    return find(node.parameter, method, segments, at + 1)
  }

  return {
    add(operation) {
      const segments = split(operation.path).map(segmentOf)
      const node = segments.reduce(childOf, root)
      if (!node.routes.has(operation.method)) node.routes.set(operation.method, { operation, segments, order: count++ })
    },
    find: (method, segments, from) => find(root, method, segments, from),
  }
}

type Ordered = Route & { readonly order: number }

function better(a: Ordered | undefined, b: Ordered | undefined): Ordered | undefined {
  if (a === undefined || b === undefined) return a ?? b
  const difference = bySpecificity(a, b)
  return difference < 0 || (difference === 0 && a.order < b.order) ? a : b
}

function createNode(): Node {
  return { literals: new Map(), mixed: new Map(), routes: new Map() }
}

function childOf(node: Node, segment: Segment): Node {
  if (segment.rank === 2) {
    node.parameter ??= createNode()
    return node.parameter
  }
  if (segment.rank === 0) {
    const known = node.literals.get(segment.text) ?? createNode()
    node.literals.set(segment.text, known)
    return known
  }
  const known = node.mixed.get(segment.text) ?? { segment, node: createNode() }
  node.mixed.set(segment.text, known)
  return known.node
}

/** Splits a path or template into segments, ignoring a trailing slash. */
export function split(path: string): string[] {
  const segments = (path.startsWith('/') ? path.slice(1) : path).split('/')
  if (segments.at(-1) === '') segments.pop()
  return segments
}

/** Parses a segment of a template. */
export function segmentOf(template: string): Segment {
  const parts = template.split(/\{[^}]*\}/)
  const literal = percentDecoded(template)
  if (parts.length === 1)
    return { rank: 0, text: literal, matches: (segment) => segment === literal || percentDecoded(segment) === literal }
  if (template.replaceAll(/\{[^}]*\}/g, '') === '') return { rank: 2, text: '', matches: (segment) => segment !== '' }
  const decoded = parts.map(percentDecoded)
  const text = decoded.join('{}')
  return { rank: 1, text, matches: (segment) => holdsInOrder(percentDecoded(segment), decoded) }
}

/** Tests whether a segment consists of the literal parts in order with at least one character between them. */
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

/** Compares from the left, more specific segments first. */
export function bySpecificity(a: Route, b: Route): number {
  for (const [index, segment] of a.segments.entries()) {
    const difference = segment.rank - (b.segments[index]?.rank ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
