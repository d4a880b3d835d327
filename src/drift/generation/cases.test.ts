import { expect, test } from 'vitest'
import { casesOf, casesOfBody } from '../../testing/cases/generated-cases.ts'
import { planRequest } from '../planning/plan.ts'

test('sends no credential and a wrong one if every alternative needs one', () => {
  const auth = (security: string) =>
    casesOf(`security: ${security}`, 'negative').cases.map(({ what, auth }) => [what, auth])
  expect(auth('[{ a: [] }, { b: [] }]')).toEqual([
    ['has no credential', false],
    ['has a wrong credential', 'specdrift-wrong-credential'],
  ])
  expect([auth('[{ a: [] }, {}]'), auth('[]')]).toEqual([[], []])
})

test('sends each media type once', () => {
  const content =
    '{ application/json: { schema: { type: object } }, text/plain: { schema: { type: string } }, application/xml: {}, image/*: {} }'
  const { cases } = casesOf(`requestBody: { required: true, content: ${content} }`, 'positive')
  expect(cases.map(({ what, input }) => [what, input.contentType, input.body])).toEqual([
    ['is sent as text/plain', 'text/plain', 'text'],
  ])
})

test('creates stable, distinct ids and cases that can be planned', () => {
  const make = () =>
    casesOfBody(
      '{ type: object, required: [a], properties: { a: { type: string, minLength: 1 }, b: { type: integer, minimum: 0 } } }',
      'negative',
    )
  const { description, operation, cases } = make()
  expect(make().cases.map(({ id }) => id)).toEqual(cases.map(({ id }) => id))
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length)
  expect(cases.every(({ id }) => /^neg-[0-9a-f]{8}$/.test(id))).toBe(true)
  for (const { input } of cases) expect(operation && planRequest(operation, input, description).path).toBe('/x')
})

test('reports why no request could be generated', () => {
  expect(casesOfBody('false', 'negative').notChecked).toEqual([
    { operation: 'POST /x', what: 'generated requests', because: 'no valid body could be made' },
  ])
  const impossible = casesOf('parameters: [{ name: p, in: query, required: true, schema: false }]', 'negative')
  expect(impossible.notChecked).toMatchObject([{ because: 'no valid value could be made for the query parameter p' }])
})

test('sends null inside a list before null instead of the list', () => {
  const body =
    '{ type: object, required: [list], properties: { list: { type: array, minItems: 1, items: { type: object, required: [a], properties: { a: { type: string } } } } } }'
  const nulls = casesOfBody(body, 'negative').cases.filter(({ what }) => what === 'is null')
  expect(nulls.map(({ location }) => location)).toEqual([
    'body /list/*',
    expect.anything(),
    expect.anything(),
    expect.anything(),
  ])
})
