import { describe, expect, it } from 'vitest'
import { operationsOf } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { parseDocument } from '../../description/reading/parse.ts'
import type { Document } from '../../model/document.ts'
import { createSchemaCompiler } from '../validation/compile.ts'
import { type SampleOptions, sample } from './sample.ts'

const lean: SampleOptions = { direction: 'response' }
const full: SampleOptions = { direction: 'response', full: true }

function documentOf(schemas: string, version = '3.1.0'): Document {
  const body = schemas.replaceAll(/^/gm, '    ')
  return parseDocument({
    content: `openapi: ${version}\npaths: {}\ncomponents:\n  schemas:\n${body}\n`,
    name: 'a',
    file: 'a',
  })
}

const at = (document: Document, name: string) => {
  const pointer = `/components/schemas/${name}`
  return { node: document.at(pointer) ?? true, pointer }
}
const sampleOf = (schemas: string, options = lean, version?: string) => {
  const document = documentOf(schemas, version)
  return sample(document, at(document, 'A'), options)
}

describe('alternatives', () => {
  it('picks the first branch that works', () => {
    expect(sampleOf('A: { oneOf: [{ type: string, minLength: 3, maxLength: 1 }, { type: integer }] }')).toBe(1)
    expect(sampleOf('A: { type: integer, anyOf: [{ minimum: 5 }, { maximum: 2 }] }')).toBe(5)
    expect(sampleOf('A: { oneOf: [false, false] }')).toBeUndefined()
  })

  it('picks a value that matches only one branch of a oneOf', () => {
    const branches = `A: { type: object, oneOf: [{ $ref: '#/components/schemas/B' }, { $ref: '#/components/schemas/C' }] }
B: { properties: { b: { type: string } } }
C: { properties: { b: { type: integer } } }`
    expect(sampleOf(branches)).toEqual({ b: 'text' })
  })

  it('writes the branch name into the discriminator', () => {
    const ofFirst = (first: string, second: string) =>
      sampleOf(`A:
  oneOf: [{ $ref: '#/components/schemas/${first}' }, { $ref: '#/components/schemas/${second}' }]
  discriminator: { propertyName: kind, mapping: { meow: '#/components/schemas/Cat' } }
Cat: { type: object, required: [kind], properties: { kind: { type: string } } }
Dog: { type: object, required: [kind, bark], properties: { kind: { type: string }, bark: { const: 1 } } }`)
    expect(ofFirst('Cat', 'Dog')).toEqual({ kind: 'meow' })
    expect(ofFirst('Dog', 'Cat')).toEqual({ kind: 'Dog', bark: 1 })
  })

  it('picks a schema that extends the base and writes its name', () => {
    const base = (
      discriminator: string,
    ) => `A: { type: object, required: [kind], discriminator: ${discriminator}, properties: { kind: { type: string } } }
Cat: { allOf: [{ $ref: '#/components/schemas/A' }, { required: [lives], properties: { lives: { const: 9 } } }] }
Kitten: { allOf: [{ $ref: '#/components/schemas/Cat' }, { required: [weeks], properties: { weeks: { const: 3 } } }] }`
    expect(sampleOf(base('{ propertyName: kind }'))).toEqual({ kind: 'Cat', lives: 9 })
    expect(sampleOf(base('{ propertyName: kind, mapping: { young: Kitten } }'), full)).toEqual({
      kind: 'Cat',
      lives: 9,
    })
    expect(sampleOf(base('{ propertyName: kind, mapping: { c: Cat } }'))).toEqual({ kind: 'c', lives: 9 })
  })

  it('lets a branch list its own values for the discriminator', () => {
    const schemas = `A:
  oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]
  discriminator: { propertyName: kind }
Cat: { type: object, required: [kind], properties: { kind: { enum: [cat] } } }
Dog: { type: object, required: [kind], properties: { kind: { enum: [dog] } } }`
    expect(sampleOf(schemas)).toEqual({ kind: 'cat' })
  })

  it('prefers a value to null', () => {
    expect(sampleOf('A: { nullable: true, allOf: [{ type: integer }] }', lean, '3.0.0')).toBe(1)
    expect(sampleOf('A: { anyOf: [{ type: "null" }, { type: integer }] }')).toBe(1)
  })
})

describe('recursion', () => {
  const tree = `A: { type: object, required: [id], properties: { id: { type: integer }, next: { $ref: '#/components/schemas/A' }, kids: { type: array, items: { $ref: '#/components/schemas/A' } } } }`

  it('ends where the schema allows it', () => {
    expect(sampleOf(tree)).toEqual({ id: 1 })
    expect(sampleOf(tree, full)).toEqual({ id: 1, kids: [] })
    const nullable = `A: { type: object, required: [a], properties: { a: { anyOf: [{ $ref: '#/components/schemas/A' }, { type: "null" }] } } }`
    expect(sampleOf(nullable)).toEqual({ a: null })
  })

  it('returns undefined if the schema never allows an end', () => {
    expect(
      sampleOf(`A: { type: object, required: [a], properties: { a: { $ref: '#/components/schemas/A' } } }`),
    ).toBeUndefined()
    expect(sampleOf(`A: { $ref: '#/components/schemas/A' }`)).not.toBeNull()
  })

  it('does not depend on previous calls', () => {
    const schemas = `A: { type: object, properties: { b: { $ref: '#/components/schemas/B' } } }
B: { type: object, properties: { a: { $ref: '#/components/schemas/A' }, c: { type: string } } }`
    const document = documentOf(schemas)
    const [a, b] = [sample(document, at(document, 'A'), full), sample(document, at(document, 'B'), full)]
    const fresh = documentOf(schemas)
    expect([sample(fresh, at(fresh, 'B'), full), sample(fresh, at(fresh, 'A'), full)]).toEqual([b, a])
    expect([a, b]).toEqual([{ b: { c: 'text' } }, { a: {}, c: 'text' }])
  })

  it('gives up on exponential growth and endless nesting', () => {
    const doubling = (required: string) =>
      Array.from({ length: 60 }, (_, i) => {
        const ref = `{ $ref: '#/components/schemas/S${i + 1}' }`
        return `${i === 0 ? 'A' : `S${i}`}: { type: object, ${required} properties: { a: ${ref}, b: ${ref} } }`
      }).join('\n')
    expect(sampleOf(doubling('required: [a, b],'))).toBeUndefined()
    expect(JSON.stringify(sampleOf(doubling(''), full)).length).toBeLessThan(500_000)
    const chain = Array.from({ length: 5000 }, (_, i) => {
      return `${i === 0 ? 'A' : `S${i}`}: { type: object, required: [a], properties: { a: { $ref: '#/components/schemas/S${i + 1}' } } }`
    })
    expect(sampleOf(chain.join('\n'))).toBeUndefined()
  })
})

describe('the lending service', () => {
  it.each([lean, full])('has a valid sample everywhere (%j)', async ({ full: isFull = false }) => {
    const document = await loadDocument('lending@latest')
    const compiler = createSchemaCompiler(document)
    const bodies = operationsOf(document).flatMap((operation) => [
      ...[...operation.parameters, ...(operation.requestBody?.content ?? [])].map((part) => ['request', part] as const),
      ...operation.responses.flatMap(({ content }) => content).map((part) => ['response', part] as const),
    ])
    expect(bodies.length).toBeGreaterThan(100)
    for (const [direction, { schema }] of bodies) {
      if (schema === undefined) continue
      const value = sample(document, schema, { direction, full: isFull })
      expect(value, schema.pointer).toBeDefined()
      expect(compiler.compile(schema, direction).validate(value ?? null), schema.pointer).toEqual([])
    }
  })
})
