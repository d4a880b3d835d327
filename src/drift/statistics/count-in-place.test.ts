import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import type { ObservedExchange, Shape, ShapeContent } from '../../model/live/statistics.ts'
import type { MediaType, Operation, Response } from '../../model/operation.ts'
import { inFull } from '../../testing/runs.ts'
import { createSketch, sketchSize, unite } from './entities.ts'
import { createStatisticsCounter, observe } from './observe.ts'
import { mergeStatistics } from './statistics.ts'

const shape = (content: Partial<ShapeContent>): Shape => ({
  read: () => ({ properties: new Map(), values: [], nullable: false, isText: false, ...content }),
})

/** A recursive shape that uses every kind of count. */
const tree: Shape = {
  read: () => ({
    properties: new Map(
      Object.entries({
        id: shape({ isText: true }),
        kind: shape({ values: ['"a"', '"b"', '1', 'true'], nullable: true }),
        at: shape({ isText: true }),
        children: shape({ items: tree, additional: tree }),
      }).map(([name, each]) => [name, { shape: each, required: false }]),
    ),
    additional: shape({ values: ['"a"'] }),
    values: [],
    nullable: false,
    isText: false,
  }),
}
const fixed = new Map<Shape, ShapeContent>()
/** Caches the content, as shapes of descriptions do. */
function frozen(one: Shape): Shape {
  return {
    read() {
      const known = fixed.get(one) ?? one.read()
      fixed.set(one, known)
      return known
    },
  }
}

const text = fc.constantFrom('a', 'b', '', '2026-11-20', '2026-11-20T08:00:00Z', '-1.5', '12', 'x', '0')
const body = fc.letrec<{ node: Json }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Json[]>(null, true, 1, 'a', []),
    fc.record(
      {
        id: fc.oneof(text, fc.integer()),
        kind: fc.constantFrom<Json[]>('a', 'b', 'c', 1, 2, true, null),
        at: text,
        children: fc.oneof(fc.array(tie('node'), { maxLength: 3 }), fc.dictionary(text, tie('node'), { maxKeys: 2 })),
        ['__proto__']: text,
        other: fc.constantFrom<Json[]>('a', 'b', null),
      },
      { requiredKeys: [], noNullPrototype: true },
    ) as fc.Arbitrary<Json>,
  ),
})).node

const media = { type: 'application/json' } as MediaType
const response = { status: '200', headers: [{ name: 'ETag' }], content: [media] } as unknown as Response
const operation = (key: string): Operation =>
  ({ key, parameters: [{ name: 'page', in: 'query', node: {} }], responses: [response] }) as unknown as Operation
const operations = ['GET /a', 'GET /b'].map(operation)

const exchange = fc.record({ at: fc.nat(1), json: body, page: fc.boolean(), etag: fc.boolean() }).map(
  ({ at, json, page, etag }): ObservedExchange => ({
    operation: operations[at] as Operation,
    ...{ path: page ? '/a?page=1' : '/a', requestHeaders: {}, headers: etag ? { etag: '"1"' } : {} },
    ...{ response, mediaType: media, json },
  }),
)

it('counting in place equals merging single counts, byte for byte', () => {
  fc.assert(
    fc.property(fc.array(exchange, { maxLength: 12 }), (exchanges) => {
      const counter = createStatisticsCounter()
      const root = frozen(tree)
      for (const one of exchanges) counter.count(one, root)
      const alone = exchanges.map((one) => observe(one, root))
      expect(JSON.stringify(mergeStatistics([counter.result()]))).toBe(JSON.stringify(mergeStatistics(alone)))
    }),
    { numRuns: inFull(300, 100), seed: 16 },
  )
})

it('returns intermediate results', () => {
  const counter = createStatisticsCounter()
  const one: ObservedExchange = {
    ...{ operation: operation('GET /a'), path: '/a', requestHeaders: {}, headers: {} },
    ...{ response, mediaType: media, json: [{ id: 'x' }] },
  }
  counter.count(one, shape({ items: tree }))
  const first = JSON.stringify(counter.result())
  expect(JSON.stringify(counter.result())).toBe(first)
})

it('a growing sketch equals the union of single sketches', () => {
  for (const count of [0, 1, sketchSize - 1, sketchSize, sketchSize + 1, 3000]) {
    const entities = Array.from({ length: count }, (_, id) => ({ id: id % 3 === 0 ? id : `order ${id % 2000}` }))
    const sketch = createSketch()
    const halves = [createSketch(), createSketch()] as const
    for (const [at, entity] of entities.entries()) {
      sketch.add(entity)
      halves[at % 2 === 0 ? 0 : 1].add(entity)
    }
    halves[0].unite(halves[1])
    const sketches = entities.map((entity) => {
      const own = createSketch()
      own.add(entity)
      return own.text()
    })
    const united = sketches.reduce(unite, '')
    expect(sketch.text()).toBe(united)
    expect(halves[0].text()).toBe(united)
  }
})
