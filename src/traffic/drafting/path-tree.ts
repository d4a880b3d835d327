import { guessTemplate } from '../../drift/routing/guess-template.ts'
import { percentDecoded } from '../../util/pointer.ts'
import { byText } from '../../util/text.ts'
import { mergeFacts, noFacts, type OperationFacts } from './operation-facts.ts'
import { addText, emptyShape } from './shape.ts'

/** An observed operation with its guessed path template. */
export interface SeenOperation {
  readonly method: string
  readonly path: string
  readonly facts: OperationFacts
}

/** Guesses path templates and aggregates the exchanges of their operations. */
export interface PathTree {
  /** Returns the facts of a request's operation; undefined beyond the maximum number of operations. */
  at(method: string, path: string, exchange: number): OperationFacts | undefined
  /** Returns all operations, sorted by path and method. */
  operations(): readonly SeenOperation[]
}

interface Node {
  readonly literals: Map<string, Node>
  parameter?: Node
  readonly methods: Map<string, OperationFacts>
}

const mostOperations = 3000
/** Minimum number of siblings with the same methods and properties that are merged into a parameter. */
const leastAlike = 4
/** With more literals at one position, they are values of a parameter. */
const mostLiterals = 400

export function createPathTree(): PathTree {
  const root = emptyNode()
  let operations = 0
  let isTooMany = false
  const isFull = (): boolean => {
    if (isTooMany || operations < mostOperations) return isTooMany
    for (const [index, each] of nodesOf(root)) collapseAlike(each, index, leastAlike)
    operations = listed(root, []).length
    isTooMany = operations > mostOperations / 2
    return isTooMany
  }
  return {
    at(method, path, exchange) {
      const written = segmentsOf(path)
      const guessed = segmentsOf(guessTemplate(path))
      let node = root
      const values: [number, string][] = []
      for (const [index, literal] of written.entries()) {
        // `guessTemplate` replaces identifiers by `{id}`. Uppercase values such as `BTC` and `LINE_OF_CREDIT` are also parameters.
        const isParameter = guessed[index] !== literal || isPlaceholder(literal) || /^[A-Z][A-Z_]+$/.test(literal)
        if (isParameter) {
          if (node.parameter === undefined && isFull()) return undefined
          node.parameter ??= emptyNode()
          node = node.parameter
          values.push([index, percentDecoded(literal)])
          continue
        }
        let next = node.literals.get(literal)
        if (next === undefined) {
          if (isFull()) return undefined
          if (node.literals.size >= mostLiterals) collapseAlike(node, index, 1)
          next = emptyNode()
          node.literals.set(literal, next)
        }
        node = next
      }
      let facts = node.methods.get(method)
      if (facts === undefined) {
        if (isFull()) return undefined
        operations++
        facts = noFacts()
        node.methods.set(method, facts)
      }
      for (const [index, value] of values) {
        const shape = facts.segments.get(index) ?? emptyShape()
        facts.segments.set(index, shape)
        shape.count++
        addText(shape, value, exchange, true)
      }
      return facts
    },
    operations() {
      for (const [index, node] of nodesOf(root)) collapseAlike(node, index, leastAlike)
      return withRefused(listed(root, [])).sort((a, b) => byText(a.path, b.path) || byText(a.method, b.method))
    },
  }
}

/** Assigns rejected requests to an accepted operation that matches the path: `/webhooks/unknown` to `/webhooks/{id}`. */
function withRefused(all: readonly SeenOperation[]): SeenOperation[] {
  const accepted = all.filter(({ facts }) => facts.accepted > 0)
  const others = all.filter(({ facts }) => facts.accepted === 0)
  const left = others.filter(({ method, path, facts }) => {
    const segments = path.split('/')
    const found = accepted
      .filter((each) => each.method === method && fits(each.path.split('/'), segments))
      .sort((a, b) => byText(rankOf(a.path), rankOf(b.path)))[0]
    if (found !== undefined) mergeFacts(found.facts, { ...facts, segments: new Map() })
    return found === undefined
  })
  return [...accepted, ...left]
}

function fits(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((each, index) => isPlaceholder(each) || each === segments[index])
  )
}

/** Sorts literals before parameters, from left to right, like the router. */
function rankOf(path: string): string {
  return path
    .split('/')
    .map((segment) => (isPlaceholder(segment) ? '1' : '0'))
    .join('')
}

function emptyNode(): Node {
  return { literals: new Map(), methods: new Map() }
}

/** Ignores a trailing slash, like the router. */
function segmentsOf(path: string): string[] {
  const segments = (path.split(/[?#]/, 1)[0] ?? '').split('/').filter((segment, index) => index > 0 || segment !== '')
  if (segments.at(-1) === '') segments.pop()
  return segments
}

function isPlaceholder(segment: string): boolean {
  return /^\{.*\}$/.test(segment)
}

function nodesOf(node: Node, index = 0): [number, Node][] {
  const below = [...node.literals.values(), ...(node.parameter ? [node.parameter] : [])]
  return [...below.flatMap((each) => nodesOf(each, index + 1)), [index, node]]
}

function collapseAlike(node: Node, index: number, least: number): void {
  const groups = new Map<string, string[]>()
  for (const [literal, child] of node.literals) {
    // An empty segment can't be a parameter value.
    const signature = literal === '' ? undefined : least === 1 ? 'all' : signatureOf(child)
    if (signature !== undefined) groups.set(signature, [...(groups.get(signature) ?? []), literal])
  }
  for (const literals of groups.values()) {
    if (literals.length < least) continue
    node.parameter ??= emptyNode()
    for (const literal of literals) {
      const child = node.literals.get(literal)
      node.literals.delete(literal)
      if (child === undefined) continue
      for (const { facts } of listed(child, [])) {
        const shape = emptyShape()
        shape.count = facts.accepted
        addText(shape, percentDecoded(literal), 0, true)
        facts.segments.set(index, shape)
      }
      mergeNodes(node.parameter, child)
    }
  }
}

/** Returns a signature of a node's responses; undefined if no response has an object with at least three properties. */
function signatureOf({ methods }: Node): string | undefined {
  const parts: string[] = []
  let isDistinctive = false
  for (const [method, { responses }] of [...methods].sort()) {
    for (const [status, { content }] of [...responses].sort(([a], [b]) => a - b)) {
      if (status >= 400) continue
      for (const [type, { shape }] of content) {
        const properties = shape?.objects?.properties ?? shape?.arrays?.items.objects?.properties
        if (properties !== undefined && properties.size >= 3) isDistinctive = true
        parts.push(`${method} ${status} ${type} ${[...(properties?.keys() ?? [])].sort().join()}`)
      }
    }
  }
  return isDistinctive ? parts.join('\n') : undefined
}

function mergeNodes(into: Node, from: Node): void {
  for (const [method, facts] of from.methods) {
    const known = into.methods.get(method)
    if (known === undefined) into.methods.set(method, facts)
    else mergeFacts(known, facts)
  }
  for (const [literal, child] of from.literals) {
    const known = into.literals.get(literal)
    if (known === undefined) into.literals.set(literal, child)
    else mergeNodes(known, child)
  }
  if (from.parameter === undefined) return
  if (into.parameter === undefined) into.parameter = from.parameter
  else mergeNodes(into.parameter, from.parameter)
}

/** Returns the operations below a node. Parameters are named `id`, `id2` … as in `guessTemplate`. */
function listed(node: Node, segments: readonly string[]): SeenOperation[] {
  const path = `/${segments.join('/')}`
  const own = [...node.methods].map(([method, facts]) => ({ method, path, facts }))
  const literals = [...node.literals].flatMap(([literal, child]) =>
    listed(child, [...segments, literal.replaceAll('{', '%7B').replaceAll('}', '%7D')]),
  )
  if (node.parameter === undefined) return [...own, ...literals]
  const before = segments.filter((segment) => /^\{id\d*\}$/.test(segment)).length
  const name = before === 0 ? '{id}' : `{id${before + 1}}`
  return [...own, ...literals, ...listed(node.parameter, [...segments, name])]
}
