// Two unusual shapes of large descriptions, each with one edit, to measure the cost of the unchanged rest.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cache } from './cache.mjs'

const text = 'A description of some length, as generators write it for each operation of an API.'

/** Writes the pairs to the cache and returns `[{ name, base, revision }]`. */
export function unusualShapes() {
  return [
    { name: '120,000 operations', made: manyOperations },
    { name: '3,000 schemas with 50 references each', made: manyReferences },
  ].map(({ name, made }) => ({ name, base: write(`${name}-a`, made(false)), revision: write(`${name}-b`, made(true)) }))
}

function manyOperations(isEdited) {
  const operation = (index) => ({
    ...{ operationId: `get${index}`, summary: text, tags: ['things'] },
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 40 } }],
    responses: { 200: { description: 'OK', content: { 'application/json': { schema: schemaOf(index, isEdited) } } } },
  })
  return description(entries(120_000, (index) => [`/things/${index}/{id}`, { get: operation(index) }]))
}

function schemaOf(index, isEdited) {
  const edited = isEdited && index === 60_000
  return { type: 'object', properties: { name: { type: edited ? 'integer' : 'string' } } }
}

function manyReferences(isEdited) {
  const schemas = entries(3000, (index) => [
    `Schema${index}`,
    {
      ...{ type: 'object', description: text },
      properties: {
        ...entries(50, (at) => [`p${at}`, { $ref: `#/components/schemas/Schema${(index * 50 + at * 61 + 1) % 3000}` }]),
        own: { type: isEdited && index === 1500 ? 'integer' : 'string' },
      },
    },
  ])
  const get = (index) => ({
    responses: {
      200: {
        description: 'OK',
        content: { 'application/json': { schema: { $ref: `#/components/schemas/Schema${index * 30}` } } },
      },
    },
  })
  return description(
    entries(100, (index) => [`/things/${index}`, { get: get(index) }]),
    schemas,
  )
}

function entries(count, of) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => of(index)))
}

function description(paths, schemas = {}) {
  return { openapi: '3.0.3', info: { title: 'Large', version: '1' }, paths, components: { schemas } }
}

function write(name, value) {
  mkdirSync(cache, { recursive: true })
  const file = join(cache, `${name.replaceAll(/\W+/g, '-')}.json`)
  writeFileSync(file, JSON.stringify(value))
  return file
}
