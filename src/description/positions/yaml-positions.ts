import { EVENT_ID, type Event, getScalarValue, parseEvents } from 'js-yaml'

/** Creates a lookup of offsets in valid YAML text, based on the parser's events. */
export function yamlPositions(text: string, maxDepth: number): (tokens: readonly string[]) => number {
  const tree = new EventTree(text, parseEvents(text, { maxDepth }))
  return (tokens) => {
    // Event 0 opens the document, event 1 is its root.
    let node = 1
    let start = tree.start(node)
    for (const token of tokens) {
      const child = tree.child(node, token)
      if (child === undefined) break
      start = child.start
      node = child.value
    }
    return start
  }
}

interface Child {
  readonly start: number
  /** Index of the value's event. */
  readonly value: number
}

class EventTree {
  readonly #text: string
  readonly #events: readonly Event[]
  /** For each event, the index after its node. */
  readonly #after: Int32Array
  readonly #anchors = new Map<string, number[]>()
  readonly #children = new Map<number, ReadonlyMap<string, Child>>()

  constructor(text: string, events: readonly Event[]) {
    this.#text = text
    this.#events = events
    this.#after = new Int32Array(events.length)
    const open: number[] = []
    for (const [index, event] of events.entries()) {
      if (event.type === EVENT_ID.POP) this.#after[open.pop() ?? 0] = index + 1
      else if (event.type === EVENT_ID.SCALAR || event.type === EVENT_ID.ALIAS) this.#after[index] = index + 1
      else open.push(index)
      if ('tagStart' in event && event.anchorStart !== -1) this.#anchor(event.anchorStart, event.anchorEnd, index)
    }
  }

  #anchor(from: number, to: number, index: number): void {
    const name = this.#text.slice(from, to)
    const nodes = this.#anchors.get(name)
    if (nodes === undefined) this.#anchors.set(name, [index])
    else nodes.push(index)
  }

  start(index: number): number {
    const event = this.#events[index]
    if (event === undefined) return 0
    if (event.type === EVENT_ID.SCALAR)
      return quoted(this.#text, event.valueStart) ? event.valueStart - 1 : event.valueStart
    if (event.type === EVENT_ID.ALIAS) return event.anchorStart - 1
    return 'start' in event ? event.start : 0
  }

  child(node: number, token: string): Child | undefined {
    const target = this.#target(node)
    const children = this.#children.get(target) ?? this.#childrenOf(target)
    this.#children.set(target, children)
    const child = children.get(token)
    if (child !== undefined || token === '<<') return child
    const merged = children.get('<<')
    return merged === undefined ? undefined : this.#merged(merged.value, token)
  }

  /** Returns a property from a merge key, which is a mapping or a list of mappings. */
  #merged(node: number, token: string): Child | undefined {
    const target = this.#target(node)
    if (this.#events[target]?.type !== EVENT_ID.SEQUENCE) return this.child(target, token)
    for (const item of this.#childrenOf(target).values()) {
      const found = this.child(item.value, token)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Returns the node of an alias: the last one before it with its anchor. */
  #target(index: number): number {
    const event = this.#events[index]
    if (event?.type !== EVENT_ID.ALIAS) return index
    const nodes = this.#anchors.get(this.#text.slice(event.anchorStart, event.anchorEnd)) ?? []
    return nodes.findLast((node) => node < index) ?? index
  }

  #childrenOf(node: number): ReadonlyMap<string, Child> {
    const children = new Map<string, Child>()
    const isMapping = this.#events[node]?.type === EVENT_ID.MAPPING
    if (!isMapping && this.#events[node]?.type !== EVENT_ID.SEQUENCE) return children
    const end = (this.#after[node] ?? 0) - 1
    let at = node + 1
    for (let index = 0; at < end; index++) {
      const value = isMapping ? (this.#after[at] ?? end) : at
      children.set(isMapping ? this.#key(at) : String(index), { start: this.start(at), value })
      at = this.#after[value] ?? end
    }
    return children
  }

  #key(index: number): string {
    const event = this.#events[this.#target(index)]
    return event?.type === EVENT_ID.SCALAR ? getScalarValue(this.#text, event) : ''
  }
}

function quoted(text: string, valueStart: number): boolean {
  const before = text[valueStart - 1]
  return before === '"' || before === "'"
}
