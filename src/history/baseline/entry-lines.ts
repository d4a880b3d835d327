import { createRequire } from 'node:module'

type Jsonc = typeof import('jsonc-parser')

/** Loads the parser on demand. Every run reads a baseline, but only broken ones need their lines located. */
function jsonc(): Jsonc {
  // The result of `require` is untyped.
  return createRequire(import.meta.url)('jsonc-parser') as Jsonc
}

/** Returns the 1-based line of an entry, if the entry exists. */
export function entryLine(text: string, index: number): number | undefined {
  const { findNodeAtLocation, parseTree } = jsonc()
  const root = parseTree(text)
  const node = root && findNodeAtLocation(root, ['entries', index])
  return node && lineAt(text, node.offset)
}

/** Returns the 1-based line of the first JSON syntax error. */
export function errorLine(text: string): number {
  const errors: import('jsonc-parser').ParseError[] = []
  jsonc().parse(text, errors, { disallowComments: true })
  return lineAt(text, errors[0]?.offset ?? text.length)
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
