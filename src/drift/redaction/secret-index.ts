import { mayEscape, Readings, startsEscape } from './readings.ts'

/** A range of text; `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Trie node. Most nodes have one child; giving each node a map would need ten times the memory. */
interface Node {
  readonly id: number
  readonly depth: number
  unit: number
  only: Node | undefined
  next: Map<number, Node> | undefined
  isEnd: boolean
  /** Spellings of a secret that ends here and matches case-sensitively. */
  exact: Set<string> | undefined
}

function childOf(node: Node, unit: number): Node | undefined {
  return node.next === undefined ? (node.unit === unit ? node.only : undefined) : node.next.get(unit)
}

function adopt(node: Node, unit: number, child: Node): void {
  if (node.only === undefined) {
    node.unit = unit
    node.only = child
  } else {
    node.next ??= new Map([[node.unit, node.only]])
    node.next.set(unit, child)
  }
}

/** Minimum length of a secret's prefix to be recognised before a cut. */
const shortestBeginning = 4

/** Maximum length of a truncated escape. */
const longestEscape = 40

/** Budget against hostile text: above this number of steps per character the whole text is redacted. */
const stepsPerCharacter = 200

/** Finds secrets in text, ignoring case and decoding escapes, with a trie: the cost doesn't depend on the number of secrets. */
export class SecretIndex {
  #nodes = 0
  readonly #root = this.#node(0)
  #isEmpty = true

  /** Adds an unescaped spelling of a secret. `isExact` makes the match case-sensitive. */
  add(form: string, isExact = false): void {
    let node = this.#root
    for (const unit of unitsOf(form)) {
      let child = childOf(node, unit)
      if (child === undefined) {
        child = this.#node(node.depth + 1)
        adopt(node, unit, child)
      }
      node = child
    }
    if (node === this.#root) return
    if (isExact) node.exact = new Set([...(node.exact ?? []), form])
    else node.isEnd = true
    this.#isEmpty = false
  }

  /** Returns the spans of all secrets in order; overlapping spans are merged. */
  find(text: string): readonly Span[] {
    if (this.#isEmpty || text === '') return []
    const readings = new Readings(text)
    const spans: { start: number; end: number }[] = []
    const budget = { left: text.length * stepsPerCharacter + 10_000 }
    for (let start = 0; start < text.length; start++) {
      const code = text.charCodeAt(start)
      const isPlain = code < 128 && (!isSpecial[code] || !mayEscape(text, start))
      if (isPlain && childOf(this.#root, folded[code] ?? 0) === undefined) continue
      const end = this.#longest(text, start, readings, budget)
      if (budget.left < 0) return [{ start: 0, end: text.length }]
      if (end <= start) continue
      const last = spans.at(-1)
      if (last !== undefined && start < last.end) last.end = Math.max(last.end, end)
      else spans.push({ start, end })
    }
    return spans
  }

  /** Returns the end of the longest secret starting at `start`, or -1. */
  #longest(text: string, start: number, readings: Readings, budget: { left: number }): number {
    let node = this.#root
    let index = start
    let best = -1
    // Fast path: plain letters have a single reading.
    for (let code = text.charCodeAt(index); code < 128 && !isSpecial[code]; code = text.charCodeAt(index)) {
      const next = childOf(node, folded[code] ?? 0)
      if (next === undefined) return best
      budget.left--
      node = next
      index += 1
      if (endsAt(node, text, start, index)) best = index
    }
    return node.only === undefined ? best : Math.max(best, this.#walk(node, { text, start, index, readings, budget }))
  }

  #walk(from: Node, { text, start, index: begin, readings, budget }: Walk): number {
    let best = -1
    const seen = new Set<number>()
    const open: [Node, number][] = [[from, begin]]
    const visit = (node: Node, index: number): void => {
      const key = node.id * (text.length + 1) + index
      if (seen.has(key)) return
      seen.add(key)
      open.push([node, index])
    }
    for (let top = open.pop(); top !== undefined; top = open.pop()) {
      const [node, index] = top
      if (budget.left-- < 0) return -1
      if (endsAt(node, text, start, index)) best = Math.max(best, index)
      if (node.depth >= shortestBeginning) best = Math.max(best, cutAt(text, index))
      if (node.only === undefined) continue
      if (node !== this.#root) {
        const past = pastBreak(text, index)
        if (past !== undefined) visit(node, past)
      }
      for (const { character, end } of readings.at(index)) {
        if (isBreak(character)) this.#break(node, pastSpace(text, end), visit)
        const next = step(node, character)
        if (next !== undefined) visit(next, end)
      }
    }
    return best
  }

  /** Continues after a line fold (RFC 9112 §5.2), which stands for nothing or for a space. */
  #break(node: Node, index: number, visit: (node: Node, index: number) => void): void {
    if (node === this.#root) return
    visit(node, index)
    const space = childOf(node, 0x20)
    if (space !== undefined) visit(space, index)
  }

  #node(depth: number): Node {
    const id = this.#nodes++
    return { id, depth, unit: -1, only: undefined, next: undefined, isEnd: false, exact: undefined }
  }
}

interface Walk {
  readonly text: string
  readonly start: number
  readonly index: number
  readonly readings: Readings
  readonly budget: { left: number }
}

function endsAt(node: Node, text: string, start: number, index: number): boolean {
  return node.isEnd || (node.exact?.has(text.slice(start, index)) ?? false)
}

function step(node: Node, character: string): Node | undefined {
  let next: Node | undefined = node
  for (const unit of unitsOf(character)) {
    next = childOf(next, unit)
    if (next === undefined) return undefined
  }
  return next
}

/** Normalises to lower case, `+` to a space (form encoding) and lone surrogates to U+FFFD. */
function unitsOf(text: string): readonly number[] {
  const units: number[] = []
  for (const character of text) {
    const code = character.charCodeAt(0)
    if (code < 128) {
      units.push(folded[code] ?? 0)
      continue
    }
    // Lower-cases each character alone, because the result may depend on the position in a word (final sigma).
    const lower = character
      .replace(/\p{Surrogate}/u, '\ufffd')
      .toLowerCase()
      .replace('+', ' ')
    for (let at = 0; at < lower.length; at++) units.push(lower.charCodeAt(at))
  }
  return units
}

const folded = Uint8Array.from({ length: 128 }, (_, code) =>
  code === 0x2b ? 0x20 : String.fromCharCode(code).toLowerCase().charCodeAt(0),
)

/** ASCII characters that can begin an escape, a line break or a truncation mark. */
const isSpecial = Array.from(
  { length: 128 },
  (_, code) => code === 0x2e || code === 0x0a || code === 0x0d || startsEscape.has(String.fromCharCode(code)),
)

function isBreak(character: string): boolean {
  return character === '\n' || character === '\r'
}

function pastSpace(text: string, index: number): number {
  let end = index
  while (text[end] === ' ' || text[end] === '\t') end++
  return end
}

/** Returns the index after a soft line break (RFC 2045 §6.7). `Readings` handles line breaks after a backslash. */
function pastBreak(text: string, index: number): number | undefined {
  if (text[index] !== '=') return undefined
  const found = softBreak.exec(text.slice(index, index + 16))
  return found === null ? undefined : index + found[0].length
}

/** Inside a JSON string the line break is escaped. */
const softBreak = /^=(?:(?:\\{1,4}r)?\\{1,4}n|\r?\n)/

/** Returns the index of a truncation mark here or inside an escape that begins here, otherwise -1. */
function cutAt(text: string, index: number): number {
  const first = text[index]
  if (first === '…') return index
  if (first === '.' && text.startsWith('...', index)) return index
  if (first === undefined || !startsEscape.has(first)) return -1
  const cut = text.slice(index, index + longestEscape).indexOf('…')
  return cut >= 0 && /^[\\%&=~#;a-z0-9]*$/i.test(text.slice(index, index + cut)) ? index + cut : -1
}
