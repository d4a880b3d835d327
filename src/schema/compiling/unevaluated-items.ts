import { _, type CodeKeywordDefinition, Name } from 'ajv'

/**
 * `unevaluatedItems` of JSON Schema 2020-12 §11.2. ajv's own takes what is only known when a value is validated for the number of items
 * that were evaluated, although it is `true` where all were: `anyOf: [{ items: … }, true]`.
 */
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

/** ajv's `Type.Num`. */
const number = 0
