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
  if (!code.includes('import(')) return code
  const edits = []
  visit(parseAst(code), ({ type, start, end, source, options }) => {
    if (type !== 'ImportExpression') return
    if (options) throw new Error(`The loader imports without options: ${code.slice(start, end)}`)
    const name = code.slice(source.start, source.end)
    edits.push([start, end, `(require.load ? require.load(${name}) : import(${name}))`])
  })
  return edited(code, edits)
}

/** Loads a module of Node when something of it is first asked for. */
export function lateRequires(code) {
  const edits = []
  visit(parseAst(code), (node) => {
    // A file, and one that is bundled as a function: what a block within it declares by `var` is used outside of it.
    if (node.type === 'Program') edits.push(...lateIn(node, code))
    else if (/Function/.test(node.type) && node.body?.type === 'BlockStatement') edits.push(...lateIn(node.body, code))
  })
  return edited(code, edits)
}

function lateIn(block, code) {
  const declared = new Map()
  for (const statement of block.body) {
    if (statement.type !== 'VariableDeclaration' || statement.declarations.length !== 1) continue
    const [{ id, init }] = statement.declarations
    const isRequire = init?.type === 'CallExpression' && init.callee.name === 'require'
    if (isRequire && late.has(init.arguments[0]?.value)) declared.set(id.name, { statement, init, uses: [], count: 0 })
  }
  if (declared.size === 0) return []
  visit(block, (node) => {
    if (node.type === 'Identifier' && declared.has(node.name)) declared.get(node.name).count++
    if (node.type === 'MemberExpression' && node.object.type === 'Identifier' && !node.computed)
      declared.get(node.object.name)?.uses.push(node.object)
  })
  const edits = []
  for (const [name, { statement, init, uses, count }] of declared) {
    // Given away as a whole, or wrapped: it stays as it is. One of all is its declaration.
    if (count !== uses.length + 1) continue
    const required = code.slice(init.start, init.end)
    edits.push([
      statement.start,
      statement.end,
      `let ${name}$;\nfunction ${name}$late() { return ${name}$ ??= ${required}; }`,
    ])
    for (const { start, end } of uses) {
      // Elsewhere a bracket might go on with the line before.
      const isMade = /\bnew\s+$/.test(code.slice(Math.max(0, start - 20), start))
      edits.push([start, end, isMade ? `(${name}$late())` : `${name}$late()`])
    }
  }
  return edits
}

export function visit(node, each) {
  if (typeof node.type === 'string') each(node)
  for (const key in node) {
    const child = node[key]
    if (typeof child === 'object' && child !== null) visit(child, each)
  }
}

export function edited(code, edits) {
  const parts = []
  let at = 0
  for (const [start, end, replacement] of edits.sort(([a], [b]) => a - b)) {
    if (start < at) throw new Error(`One within another: ${code.slice(start, end)}`)
    parts.push(code.slice(at, start), replacement)
    at = end
  }
  return [...parts, code.slice(at)].join('')
}
