import { extname } from 'node:path'
import { lineColumn, lineStarts } from '../description/positions/line-column.ts'
import { codePositions, type FindOffset } from './code-positions.ts'

/** `3:12`: line and column of the key at a path, or of its nearest ancestor; undefined where it is not in the text. */
export type Locate = (path: readonly PropertyKey[]) => string | undefined

const maxDepth = 100

/** Positions in the text of a config file, by its extension. */
export async function positionsOf(text: string, file: string): Promise<Locate> {
  const find = await finder(text, extname(file).toLowerCase()).catch((): FindOffset => () => undefined)
  return (path) => {
    const offset = find(path)
    return offset === undefined ? undefined : position(text, offset)
  }
}

/** `3:12` of an offset. */
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
