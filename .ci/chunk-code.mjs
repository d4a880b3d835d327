// What is changed in the code of a chunk once it is bundled.
import { parseAst } from 'rolldown/parseAst'

/** Modules of Node that take a millisecond or more to load, and that many commands never call. */
const late = new Set(
  [
    'child_process',
    'crypto',
    'fs/promises',
    'http',
    'https',
    'net',
    'readline',
    'tls',
    'v8',
    'worker_threads',
    'zlib',
  ].flatMap((name) => [name, `node:${name}`]),
)

/** Code that V8 kept does not know any more what imports its modules: the loader does it. Node, where a chunk is required by it. */
export function byLoader(code) {
  const edits = []
  visit(parseAst(code), ({ type, start, end, source }) => {
    if (type !== 'ImportExpression') return
    const name = code.slice(source.start, source.end)
    edits.push([start, end, `(require.load ? require.load(${name}) : import(${name}))`])
  })
  return edited(code, edits)
}

/** Loads a module of Node when something of it is first asked for. */
export function lateRequires(code) {
  const edits = []
  visit(parseAst(code), (node) => {
    // A file, and one that is bundled as a function.
    if (node.type === 'Program' || node.type === 'BlockStatement') edits.push(...lateIn(node, code))
  })
  return edited(code, edits)
}

function lateIn(block, code) {
  const declared = new Map()
  for (const statement of block.body) {
    if (statement.type !== 'VariableDeclaration' || statement.declarations.length !== 1) continue
    const [{ id, init }] = statement.declarations
    const isRequire = init?.type === 'CallExpression' && init.callee.name === 'require'
    if (isRequire && late.has(init.arguments[0]?.value)) declared.set(id.name, { statement, init, uses: [] })
  }
  if (declared.size === 0) return []
  visit(block, (node) => {
    if (node.type === 'MemberExpression' && node.object.type === 'Identifier' && !node.computed)
      declared.get(node.object.name)?.uses.push(node.object)
  })
  const edits = []
  for (const [name, { statement, init, uses }] of declared) {
    let count = 0
    visit(block, (node) => {
      if (node.type === 'Identifier' && node.name === name) count++
    })
    // Given away as a whole, or wrapped: it stays as it is. One of all is its declaration.
    if (count !== uses.length + 1) continue
    const required = code.slice(init.start, init.end)
    edits.push([
      statement.start,
      statement.end,
      `let ${name}$;\nfunction ${name}$late() { return ${name}$ ??= ${required}; }`,
    ])
    // In brackets for `new`.
    for (const { start, end } of uses) edits.push([start, end, `(${name}$late())`])
  }
  return edits
}

export function visit(node, each) {
  if (node === null || typeof node !== 'object') return
  if (typeof node.type === 'string') each(node)
  for (const child of Object.values(node)) visit(child, each)
}

export function edited(code, edits) {
  return edits
    .sort(([a], [b]) => b - a)
    .reduce((text, [start, end, replacement]) => text.slice(0, start) + replacement + text.slice(end), code)
}
