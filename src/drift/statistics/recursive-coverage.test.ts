import { expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import { countedRun } from '../../testing/servers/responses.ts'
import { coverageOf } from './coverage.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const object = (properties: object) => ({ type: 'object', properties })

function described(body: object, schemas: object): string {
  const responses = { 200: { description: 'd', content: { 'application/json': { schema: body } } } }
  const paths = { '/a': { get: { responses } } }
  return JSON.stringify({ openapi: '3.1.0', info: { title: 't', version: '1' }, paths, components: { schemas } })
}

function covered(description: string, ...bodies: Json[]) {
  const calls = bodies.map((body) => ({ operation: 'GET /a', body }))
  const { documented, statistics } = countedRun(description, calls)
  const { properties, values, byOperation } = coverageOf(
    documented,
    statistics,
    new Set(Object.keys(statistics.operations)),
  )
  return { properties, values, unseen: byOperation[0]?.unseen.map((name) => name.split(' ').at(-1)) }
}

it('counts a recursive schema once, as seen if any occurrence shows it', () => {
  const node = object({ name: { type: 'string' }, kind: { enum: ['LEAF', 'ROOT'] }, next: ref('Node') })
  const description = described(
    object({ left: ref('Node'), right: ref('Node'), all: { type: 'array', items: ref('Node') } }),
    {
      Node: node,
    },
  )
  const { properties, values, unseen } = covered(description, {
    right: { kind: 'LEAF' },
    all: [{ kind: 'ROOT', name: 'n' }],
  })
  // Properties: left, right, all; name, kind, next.
  expect(properties).toEqual({ seen: 4, total: 6 })
  expect(values).toEqual({ seen: 2, total: 2 })
  expect(unseen).toEqual(['/left', '/left/next'])
})

it('counts mutually recursive schemas once each', () => {
  const names = Array.from({ length: 9 }, (_, index) => `S${index}`)
  const all = Object.fromEntries(names.map((name) => [name.toLowerCase(), ref(name)]))
  const schemas = Object.fromEntries(names.map((name) => [name, object({ own: { type: 'string' }, ...all })]))
  const { properties } = covered(described(ref('S0'), schemas), { own: 'x', s1: { own: 'y', s2: { own: 'z' } } })
  expect(properties).toEqual({ seen: 5, total: 90 })
})

it('counts a reused schema at each location if it is not recursive', () => {
  const description = described(object({ from: ref('Address'), to: ref('Address') }), {
    Address: object({ city: { type: 'string' } }),
  })
  expect(covered(description, { from: { city: 'x' }, to: {} })).toMatchObject({
    properties: { seen: 3, total: 4 },
    unseen: ['/to/city'],
  })
})
