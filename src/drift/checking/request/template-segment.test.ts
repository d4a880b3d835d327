import { expect, it } from 'vitest'
import { descriptionOf } from '../../../testing/check-tester.ts'
import { templateSegment } from './template-segment.ts'

it.each([
  ['style: matrix', ';id=5', ['5']],
  ['style: matrix', ';id=5,6', ['5', '6']],
  ['style: matrix, explode: true', ';id=5;id=6', ['5', '6']],
  // RFC 6570 §3.2.7: a name without value is an empty value.
  ['style: matrix', ';id', ['']],
  ['style: matrix, explode: true', ';id;id=6', ['', '6']],
  ['style: label', '.5,6', ['5', '6']],
  ['style: label, explode: true', '.5.6', ['5', '6']],
  ['style: simple', 'a%2Cb,c', ['a,b', 'c']],
])('%s of %s', (style, segment, items) => {
  const { operations } = descriptionOf(`
openapi: 3.0.3
info: { title: t, version: '1' }
paths: { '/a/{id}': { get: { parameters: [{ name: id, in: path, required: true, ${style}, schema: {} }], responses: {} } } }`)
  const [operation] = operations
  const [parameter] = operation?.parameters ?? []
  if (operation === undefined || parameter === undefined) throw new RangeError('no parameter')
  expect(templateSegment(operation, parameter, `/a/${segment}`)?.items).toEqual(items)
})
