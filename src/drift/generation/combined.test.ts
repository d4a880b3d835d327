import { expect, test } from 'vitest'
import { casesOf } from '../../testing/cases/generated-cases.ts'

const parameters =
  'parameters: [{ name: a, in: query, schema: { type: boolean } }, { name: b, in: query, schema: { enum: [x, y] } }]'
const body =
  'requestBody: { required: true, content: { application/json: { schema: { type: object, required: [n], properties: { n: { type: integer, minimum: 1, maximum: 9 }, list: { type: array, items: { type: string, maxLength: 20 } } } } } } }'

test('covers every pair of optional parameters', () => {
  const { sent } = casesOf(parameters, 'positive')
  const pairs = sent.map(({ input }) => JSON.stringify(input.query))
  expect([...pairs].sort()).toEqual(
    ['true', 'false'].flatMap((a) => ['x', 'y'].map((b) => `{"a":${a},"b":"${b}"}`)).sort(),
  )
})

test('combines all body variations in few requests that list their parts', () => {
  const { sent, cases } = casesOf(body, 'positive')
  expect(sent.length).toBeLessThan(cases.length)
  expect(sent.flatMap(({ parts, ...one }) => parts ?? [one]).map(({ id }) => id)).toEqual(
    expect.arrayContaining(cases.map(({ id }) => id)),
  )
  const several = sent.filter(({ parts }) => parts !== undefined)
  expect(several[0]).toMatchObject({
    location: 'request',
    what: expect.stringMatching(/^combines: body \S+ .+, body \S+ /),
  })
  for (const { parts = [], input } of several) {
    for (const part of parts) expect(part.input).not.toEqual(input)
  }
})

test('moves a change to another request if its location was replaced', () => {
  const { sent } = casesOf(body, 'positive')
  const lists = sent.map(({ input }) => (input.body as { list?: unknown }).list)
  expect(lists).toContainEqual([])
  expect(lists.some((list) => Array.isArray(list) && list[0] === 'Zoë')).toBe(true)
})
