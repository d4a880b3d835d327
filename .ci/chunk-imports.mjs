// What chunks take of each other, as constants of their own.
import { parseAst } from 'rolldown/parseAst'
import { edited, visit } from './chunk-code.mjs'

/**
 * The code of chunks by file, where each takes what it uses of the others once. As they are bundled an export is a getter, which a
 * large diff runs 800,000 times. Left are exports that are no constants, and chunks that require each other.
 */
export function withConstants(chunks) {
  const read = new Map([...chunks].map(([file, code]) => [file, readChunk(code, chunks)]))
  const reaches = (from, to, seen = new Set()) =>
    [...read.get(from).required.values()].some(
      ({ file }) => file === to || (!seen.has(file) && reaches(file, to, seen.add(file))),
    )
  return new Map(
    [...chunks].map(([file, code]) => {
      const { program, required } = read.get(file)
      const whole = [...required].filter(([, { file: other }]) => !reaches(other, file))
      return [file, takingOnce(code, program, new Map(whole), (other) => read.get(other).constants)]
    }),
  )
}

/** The chunks that a chunk requires at its start, by name, and its exports that never change. */
function readChunk(code, chunks) {
  const program = parseAst(code)
  const required = new Map()
  const declared = new Set()
  const getters = []
  for (const statement of program.body) {
    const { type, kind, id, declarations = [], expression } = statement
    if (type === 'FunctionDeclaration' || type === 'ClassDeclaration') declared.add(id.name)
    if (kind === 'const') {
      for (const one of declarations) {
        declared.add(one.id.name)
        const [{ value = '' } = {}] = one.init?.callee?.name === 'require' ? one.init.arguments : []
        const file = /^\.\/(.+)$/.exec(value)?.[1]
        if (chunks.has(file)) required.set(one.id.name, { file, end: statement.end })
      }
    }
    if (expression?.type === 'CallExpression') getters.push(...exportIn(expression))
  }
  visit(program, ({ type, left }) => {
    if (type === 'AssignmentExpression' && left.type === 'Identifier') declared.delete(left.name)
  })
  const constants = new Set(getters.filter(([, local]) => declared.has(local)).map(([name]) => name))
  return { program, required, constants }
}

/** `Object.defineProperty(exports, name, { get: function() { return local } })`. */
function exportIn({ callee, arguments: [target, name, descriptor] }) {
  if (callee.property?.name !== 'defineProperty' || target?.name !== 'exports') return []
  const get = descriptor?.properties?.find(({ key }) => key.name === 'get')
  const local = get?.value.body.body[0]?.argument
  return local?.type === 'Identifier' ? [[name.value, local.name]] : []
}

function takingOnce(code, program, required, constantsOf) {
  const taken = new Map()
  const edits = []
  visit(program, ({ type, computed, object, property, start, end }) => {
    const from = type === 'MemberExpression' && !computed ? required.get(object.name) : undefined
    if (from === undefined || !constantsOf(from.file).has(property.name)) return
    const own = `${object.name}$${property.name}`
    edits.push([start, end, own])
    taken.set(object.name, (taken.get(object.name) ?? new Set()).add(`${property.name}: ${own}`))
  })
  for (const [name, members] of taken) {
    const { end } = required.get(name)
    edits.push([end, end, `\nconst { ${[...members].join(', ')} } = ${name};`])
  }
  return edited(code, edits)
}
