import { expect, it } from 'vitest'
import { createCaptures } from '../../drift/reach/captures.ts'
import type { Observation } from '../../model/observation.ts'
import { descriptionOf } from '../../testing/check-tester.ts'
import { lateCaptures } from './late-captures.ts'

const description = descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /loans:
    get: { responses: { '200': { description: d, content: { application/json: { schema: { type: array, items: &loan { type: object, properties: { id: { type: string } } } } } } } } }
  /loans/{loanId}:
    get:
      parameters: [{ name: loanId, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: d, content: { application/json: { schema: *loan } } } }
`)
const [list, one] = description.operations
if (list === undefined || one === undefined) throw new Error('the description has two operations')

function responseWith(id: string, padding = ''): Observation {
  return {
    request: { method: 'GET', path: '/loans', headers: {} },
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([{ id, padding }]),
    milliseconds: 1,
    authenticated: false,
  }
}

const responses = ['L-1', 'L-2', 'L-3'].map((id) => responseWith(id))

it('captures responses received before and after its first use', () => {
  const [late, early] = [lateCaptures, createCaptures].map((create) => create(description, 'http://127.0.0.1'))
  if (late === undefined || early === undefined) throw new Error('both are made')
  for (const captures of [late, early]) {
    captures.learn(list, responses[0] ?? responseWith('none'))
    captures.learn(list, responses[1] ?? responseWith('none'))
  }
  expect(early.inputFor(one)).toEqual({ path: { loanId: 'L-2' } })
  expect(late.inputFor(one)).toEqual(early.inputFor(one))
  for (const captures of [late, early]) {
    captures.refuse(one, captures.choose(one), { status: 404 })
    captures.learn(list, responses[2] ?? responseWith('none'))
  }
  expect(late.inputFor(one)).toEqual(early.inputFor(one))
  expect(late.owned.timesNamed()).toBe(early.owned.timesNamed())
  expect(late.graph).toBe(early.graph)
})

it('releases large responses early', () => {
  const late = lateCaptures(description, 'http://127.0.0.1')
  const read: string[] = []
  const watched = (id: string) => {
    const response = responseWith(id, 'x'.repeat(400_000))
    return {
      ...response,
      get body() {
        read.push(id)
        return response.body ?? ''
      },
    }
  }
  for (const id of ['L-1', 'L-2', 'L-3']) late.learn(list, watched(id))
  // Only their size is kept until the total is too large.
  expect(read.filter((id) => id === 'L-1').length).toBeGreaterThan(1)
  expect(late.inputFor(one)).toEqual({ path: { loanId: 'L-3' } })
})
