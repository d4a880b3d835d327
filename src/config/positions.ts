import { extname } from 'node:path'
import { lineColumn, lineStarts } from '../description/positions/line-column.ts'

const token =
  /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|[\w$]+|\.\.\.|[\s\S]/gy

const start = /\bdefineConfig\s*\(\s*\{|\bexport\s+default\s*\{|\bmodule\.exports\s*=\s*\{|\bexports\.default\s*=\s*\{/g

const none: ReadonlyMap<string, Node> = new Map()

class Reader {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  value(): Node {
    const { text, offset } = this.#peek()
    if (text === '{') return { offset, children: this.#object() }
    if (text === '[') return { offset, children: this.#array() }
    return { offset, children: none }
  }

  #object(): ReadonlyMap<string, Node> {
    const children = new Map<string, Node>()
    this.#at++
    while (!this.#isEnd('}')) {
      const key = this.#peek()
      this.#at++
      const isNamed = /^[\w$'"]/.test(key.text)
      if (isNamed && this.#peek().text === ':') {
        this.#at++
        children.set(nameOf(key.text), { ...this.value(), offset: key.offset })
      } else if (isNamed) {
        children.set(nameOf(key.text), { offset: key.offset, children: none })
      } else if (key.text !== '...') {
        this.#at--
      }
      this.#skip()
    }
    this.#at++
    return children
  }

  #array(): ReadonlyMap<string, Node> {
    const children = new Map<string, Node>()
    this.#at++
    while (!this.#isEnd(']')) {
      children.set(String(children.size), this.value())
      this.#skip()
    }
    this.#at++
    return children
  }

  /** Advances past the comma after the element, or to the closing bracket of its parent. */
  #skip(): void {
    for (let depth = 0; !this.#isOver(); this.#at++) {
      const { text } = this.#peek()
      if (depth === 0 && (text === '}' || text === ']' || text === ')')) return
      if (depth === 0 && text === ',') {
        this.#at++
        return
      }
      if (/^[[{(]$/.test(text)) depth++
      if (/^[\]})]$/.test(text)) depth--
    }
  }

  #peek(): Token {
    return this.#tokens[this.#at] ?? { text: '', offset: 0 }
  }

  #isOver(): boolean {
    return this.#at >= this.#tokens.length
  }

  #isEnd(text: string): boolean {
    // A wrong closing bracket also ends the list, because the text has a syntax error there.
    return this.#isOver() || this.#peek().text === text || /^[\]})]$/.test(this.#peek().text)
  }
}

/** Returns line and column (`3:12`) of the key at a path or its nearest ancestor, or undefined if not found. */
export type Locate = (path: readonly PropertyKey[]) => string | undefined

const maxDepth = 100

/** Returns a function that locates keys in a config file. The extension selects the format. */
export async function positionsOf(text: string, file: string): Promise<Locate> {
  const find = await finder(text, extname(file).toLowerCase()).catch((): FindOffset => () => undefined)
  return (path) => {
    const offset = find(path)
    return offset === undefined ? undefined : position(text, offset)
  }
}

/** Formats an offset as `3:12`. */
export function position(text: string, offset: number): string {
  const { line, column } = lineColumn(lineStarts(text), offset)
  return `${line}:${column}`
}

async function finder(text: string, extension: string): Promise<FindOffset> {
  if (extension === '.json') return jsonPositions(text)
  if (extension !== '.yaml' && extension !== '.yml') return codePositions(text)
  const { yamlPositions } = await import('../description/positions/yaml-positions.ts')
  const find = yamlPositions(text, maxDepth)
  return (path) => find(path.map(String))
}

async function jsonPositions(text: string): Promise<FindOffset> {
  const { findNodeAtLocation, parseTree } = await import('jsonc-parser')
  const root = parseTree(text)
  return (path) => {
    for (let length = path.length; root !== undefined && length >= 0; length--) {
      const steps = path.slice(0, length).map((step) => (typeof step === 'symbol' ? String(step) : step))
      const node = findNodeAtLocation(root, steps)
      if (node !== undefined) return node.parent?.type === 'property' ? node.parent.offset : node.offset
    }
    return undefined
  }
}

/** Returns the offset of the nearest known ancestor of a path, or undefined. */
type FindOffset = (path: readonly PropertyKey[]) => number | undefined

interface Token {
  readonly text: string
  readonly offset: number
}

interface Node {
  readonly offset: number
  readonly children: ReadonlyMap<string, Node>
}

/** Tokenizes JavaScript or TypeScript without running it. A computed value has the position of its key. */
function codePositions(text: string): FindOffset {
  const begun = [...text.matchAll(start)].at(-1)
  if (begun === undefined) return () => undefined
  const tokens = tokensOf(text, begun.index + begun[0].length - 1)
  const root = new Reader(tokens).value()
  return (path) => {
    let node = root
    for (const step of path) {
      const child = node.children.get(String(step))
      if (child === undefined) break
      node = child
    }
    return node.offset
  }
}

function tokensOf(text: string, from: number): readonly Token[] {
  token.lastIndex = from
  const tokens: Token[] = []
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (!/^(\s|\/\/|\/\*)/.test(match[0])) tokens.push({ text: match[0], offset: match.index })
  }
  return tokens
}

function nameOf(text: string): string {
  return /^['"]/.test(text) ? text.slice(1, -1) : text
}
