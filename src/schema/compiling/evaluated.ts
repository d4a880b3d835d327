import { _, type Ajv, type CodeKeywordDefinition, type KeywordCxt, Name } from 'ajv'
import { mergeEvaluated } from 'ajv/dist/compile/util.js'

/** Fixes how ajv tracks evaluated properties and items if no branch matches or an `if` fails (JSON Schema 2020-12 §11, §10.2.2.1). */
export function keepEvaluated({ RULES }: Ajv): void {
  for (const { rules } of RULES.rules)
    for (const [index, { keyword, definition }] of rules.entries()) {
      if (!conditional.has(keyword) || !('code' in definition)) continue
      const write = keyword === 'if' ? writeCondition : definition.code
      const code = keyword === 'dependentSchemas' ? ofObjects(write) : keeping(write)
      rules[index] = { keyword, definition: { ...definition, code } }
    }
}

type Write = CodeKeywordDefinition['code']

/** Wraps a keyword: declares the tracking variables before its code runs. */
function keeping(write: Write): Write {
  return (context, type) => {
    const { gen, it } = context
    it.props = it.props === true || mergeEvaluated.props(gen, it.props ?? {}, undefined, Name)
    it.items = it.items === true || mergeEvaluated.items(gen, it.items ?? 0, undefined, Name)
    write(context, type)
  }
}

/** Like `keeping`, for object keywords: a variable declared in the object block is not visible in the array block. */
function ofObjects(write: Write): Write {
  return (context, type) => {
    const { it } = context
    const { items } = it
    it.items = true
    keeping(write)(context, type)
    if (items === undefined) delete it.items
    else it.items = items
  }
}

/** Keywords whose subschemas only contribute annotations if they match. */
const conditional: ReadonlySet<string> = new Set(['$ref', 'anyOf', 'oneOf', 'if', 'dependentSchemas'])

/** Generates code for `if` without `then` and `else`, which ajv skips although the condition evaluates properties. */
function writeCondition(context: KeywordCxt): void {
  const { gen, parentSchema } = context
  context.setParams({ ifClause: 'if' })
  const valid = gen.let('valid', true)
  const holds = gen.name('_valid')
  const tested = context.subschema({ keyword: 'if', compositeRule: true, createErrors: false, allErrors: false }, holds)
  context.mergeValidEvaluated(tested, holds)
  context.reset()
  const clause = (keyword: 'then' | 'else') => (): void => {
    if (parentSchema[keyword] === undefined) return
    const result = gen.name('_valid')
    const applied = context.subschema({ keyword }, result)
    gen.assign(valid, result)
    context.mergeValidEvaluated(applied, result)
  }
  gen.if(holds, clause('then'), clause('else'))
  context.pass(valid, () => context.error(true))
}
/** `unevaluatedItems` (JSON Schema 2020-12 §11.2). ajv mistakes `true`, which means that all items were evaluated, for a count. */
export const unevaluatedItems: CodeKeywordDefinition = {
  keyword: 'unevaluatedItems',
  type: 'array',
  schemaType: ['boolean', 'object'],
  code(context) {
    const { gen, schema, data, it } = context
    const evaluated = it.items ?? 0
    it.items = true
    if (evaluated === true || schema === true) return
    const all = _`${data}.length`
    const from = evaluated instanceof Name ? _`${evaluated} === true ? ${all} : ${evaluated} || 0` : _`${evaluated}`
    const first = gen.const('first', from)
    if (schema === false) {
      context.fail(_`${all} > ${first}`)
      return
    }
    const valid = gen.let('valid', true)
    gen.forRange('i', first, all, (index) => {
      const item = gen.name('item')
      context.subschema({ keyword: 'unevaluatedItems', dataProp: index, dataPropType: number }, item)
      gen.if(_`!${item}`, () => gen.assign(valid, false))
    })
    context.ok(valid)
  },
}

const number = 0
