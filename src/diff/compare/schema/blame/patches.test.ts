import { expect, it } from 'vitest'
import { parseDocument } from '../../../../description/reading/parse.ts'
import type { JsonObject } from '../../../../model/json.ts'
import { missingComponents } from './patches.ts'

const documentOf = (schemas: JsonObject) => {
  const content = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {},
    components: { schemas },
  })
  return parseDocument({ content, name: 'x', file: 'x' })
}

it('finds the components that a value needs and the other document lacks, also indirectly', () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const from = documentOf({ A: ref('B'), B: { items: ref('C') }, C: { type: 'string' } })
  const needed = missingComponents(from, documentOf({ C: {} }), [{ oneOf: [ref('A')] }])
  expect(needed).toEqual([{ pointer: '/components/schemas/B', value: { items: ref('C') } }])
})
