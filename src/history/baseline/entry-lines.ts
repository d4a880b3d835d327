import { createRequire } from 'node:module'

type Jsonc = typeof import('jsonc-parser')

/** Loaded only when there is something wrong to be located: every run reads a baseline. */
function jsonc(): Jsonc {
  // What require returns has no type.
  return createRequire(import.meta.url)('jsonc-parser') as Jsonc
}

/** The line on which an entry of a baseline's text begins, from 1; undefined when there is no such entry. */
export function entryLine(text: string, index: number): number | undefined {
  const { findNodeAtLocation, parseTree } = jsonc()
  const root = parseTree(text)
  const node = root && findNodeAtLocation(root, ['entries', index])
  return node && lineAt(text, node.offset)
}

/** The line of a text, from 1, on which it stops being JSON. */
export function errorLine(text: string): number {
  const errors: import('jsonc-parser').ParseError[] = []
  jsonc().parse(text, errors, { disallowComments: true })
  return lineAt(text, errors[0]?.offset ?? text.length)
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
