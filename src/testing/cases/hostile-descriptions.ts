import type { Json, JsonObject } from '../../model/json.ts'
import { inFull } from '../runs.ts'

/** Two small descriptions where one string schema was restricted, nested in a structure that takes a naive traversal exponentially long. */
export interface HostilePair {
  readonly name: string
  readonly base: JsonObject
  readonly revision: JsonObject
}

const ref = (index: number): JsonObject => ({ $ref: `#/components/schemas/S${index}` })

/** Returns a chain of components: `S0` references `S1` and so on. The last one is the leaf. */
function chain(length: number, link: (next: JsonObject, index: number) => Json): (leaf: Json) => JsonObject {
  const links = Array.from({ length }, (_, index) => [`S${index}`, link(ref(index + 1), index)] as const)
  return (leaf) => Object.fromEntries([...links, [`S${length}`, leaf]])
}

const levels = 40
const long = 2000
const wide = inFull(1000, 250)
const twice =
  (keyword: string) =>
  (next: JsonObject): Json => ({ [keyword]: [next, next] })

/** Returns a union of `count` components. The last one contains the leaf. */
function choice(keyword: 'oneOf' | 'anyOf', count: number, branch: (leaf: Json, index: number) => Json) {
  return (leaf: Json): JsonObject => {
    const branches = Array.from({ length: count }, (_, index) => index + 1)
    const components = branches.map((index) => [
      `S${index}`,
      branch(index === count ? leaf : { type: 'string' }, index),
    ])
    return { S0: { [keyword]: branches.map(ref) }, ...Object.fromEntries(components) }
  }
}

const tagged = (leaf: Json, index: number): Json => ({
  type: 'object',
  required: ['kind', 'value'],
  properties: { kind: { const: `kind ${index}` }, value: leaf },
})

const schemas: Readonly<Record<string, (leaf: Json) => JsonObject>> = {
  'oneOf of two, 40 levels': chain(levels, twice('oneOf')),
  'anyOf of two, 40 levels': chain(levels, twice('anyOf')),
  'allOf of two, 40 levels': chain(levels, twice('allOf')),
  'three kinds by turns, 40 levels': chain(levels, (next, index) =>
    twice(['oneOf', 'anyOf', 'allOf'][index % 3] ?? 'oneOf')(next),
  ),
  'oneOf with a common base, 40 levels': chain(levels, (next) => ({
    oneOf: [{ allOf: [next, { minLength: 1 }] }, { allOf: [next, { minLength: 2 }] }],
  })),
  'oneOf of objects, 40 levels': chain(
    levels,
    (next): JsonObject => ({
      oneOf: [
        { type: 'object', required: ['a'], properties: { a: next } },
        { type: 'object', required: ['b'], properties: { b: next } },
      ],
    }),
  ),
  'tuples of two, 40 levels': chain(levels, (next) => ({ type: 'array', prefixItems: [next, next], minItems: 2 })),
  'lists of two, 40 levels': chain(levels, (next) => ({ type: 'array', minItems: 2, items: next })),
  'unions that lead to each other': chain(
    300,
    (next, index): JsonObject => ({
      oneOf: [
        { type: 'object', required: ['n'], properties: { n: next } },
        { type: 'array', items: ref((index + 2) % 300) },
        index % 5 === 0 ? { type: 'object', required: ['m'], properties: { m: ref((index + 3) % 300) } } : false,
      ],
    }),
  ),
  'a chain of 4,000 references': chain(4000, (next) => next),
  'a chain of 2,000 allOf': chain(long, (next) => ({ allOf: [next] })),
  'a chain of 2,000 anyOf': chain(long, (next) => ({ anyOf: [next] })),
  'a chain of 2,000 not': chain(long, (next) => ({ not: next })),
  'a chain of 2,000 references with siblings': chain(long, (next) => ({ ...next, minLength: 1 })),
  'a chain of 2,000 that may be null': chain(long, (next) => ({ anyOf: [next, { type: 'null' }] })),
  'properties, 2,000 deep': chain(long, (next) => ({ type: 'object', required: ['n'], properties: { n: next } })),
  'items, 2,000 deep': chain(long, (next) => ({ type: 'array', minItems: 1, items: next })),
  'maps, 2,000 deep': chain(long, (next) => ({ type: 'object', additionalProperties: next })),
  [`oneOf of ${wide} tagged objects`]: choice('oneOf', wide, tagged),
  [`anyOf of ${wide} tagged objects`]: choice('anyOf', wide, tagged),
  [`oneOf of ${wide} objects under a discriminator`]: (leaf) => {
    const schemas = choice('oneOf', wide, (value) => ({
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string' }, value },
    }))(leaf)
    return { ...schemas, S0: { ...Object(schemas.S0), discriminator: { propertyName: 'kind' } } }
  },
  'circles through oneOf, anyOf and allOf': (leaf) => ({
    S0: { oneOf: [ref(1), ref(2)] },
    S1: { anyOf: [ref(0), ref(2)] },
    S2: { allOf: [ref(0), leaf] },
  }),
}

function description(components: JsonObject): JsonObject {
  const content = { 'application/json': { schema: ref(0) } }
  const operation = { requestBody: { content }, responses: { 200: { description: 'd', content } } }
  return {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/x': { post: operation } },
    components: { schemas: components },
  }
}

/** Small, valid schemas that are exponential or too deep for a naive traversal. */
export const hostilePairs: readonly HostilePair[] = Object.entries(schemas).map(([name, make]) => ({
  name,
  base: description(make({ type: 'string' })),
  revision: description(make({ type: 'string', maxLength: 5 })),
}))
