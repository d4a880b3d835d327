import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSchemaCompiler } from '../../../schema/validation/compile.ts'
import { descriptionOf } from '../../../testing/check-tester.ts'
import { inFull } from '../../../testing/runs.ts'
import { readText, validateText } from '../text-value.ts'
import { plainParameters } from './plain-parameter.ts'

const parametersOf = (openapi: string, schemas: readonly object[]) => {
  const parameters = schemas.map((schema, at) => ({ name: `p${at}`, in: 'query', schema }))
  const description = descriptionOf(
    JSON.stringify({
      ...{ openapi, info: { title: 't', version: '1' } },
      paths: { '/a': { get: { parameters, responses: { 200: { description: 'd' } } } } },
    }),
  )
  const [operation] = description.operations
  if (operation === undefined) throw new Error('it is there')
  return { document: description.document, found: plainParameters(description.document, operation) }
}

const plain = [
  { type: 'integer', description: 'a page', default: 1, example: 2 },
  { type: 'integer', minimum: 1, maximum: 100 },
  { type: 'integer', minimum: 1.5, format: 'int32' },
  { type: 'boolean' },
  { type: 'string' },
  { type: 'string', enum: ['open', '7', 'true'] },
]

const others = [
  { type: 'integer', minimum: 1, exclusiveMinimum: 5 },
  { type: 'integer', enum: [1, 2] },
  { type: 'integer', format: 'other' },
  { type: 'string', format: 'date' },
  { type: 'string', 'x-extensible-enum': ['a'] },
  { type: 'string', enum: ['a'], maxLength: 1 },
  { type: ['integer', 'string'] },
  { type: 'array', items: { type: 'integer' } },
  { type: 'number' },
  { allOf: [{ type: 'integer' }, { maximum: 5 }] },
  { enum: ['a'] },
]

const text = fc.oneof(
  fc.constantFrom('', '0', '1', '2', '007', '-1', '100', '101', '1.5', '1e2', 'true', 'false', 'open', '7', ' 1', '１'),
  fc.integer().map(String),
  fc.bigInt().map(String),
  fc.string({ maxLength: 12 }),
)

it.each(['3.0.3', '3.1.0'])('the fast test accepts only values without schema violations, %s', (openapi) => {
  const { document, found } = parametersOf(openapi, plain)
  const compiler = createSchemaCompiler(document)
  let conforming = 0
  fc.assert(
    fc.property(fc.constantFrom(...found), text, ({ parameter: { schema }, conforms }, written) => {
      if (conforms === undefined || schema === undefined) throw new Error('it is plain')
      if (!conforms(written)) return
      conforming++
      const value = readText({ document, compiler, way: 'request' }, schema, written, [written])
      expect(
        value === undefined ? 'unread' : validateText(compiler.compile(schema, 'request'), value, written),
      ).toEqual([])
    }),
    { numRuns: inFull(3000, 800), seed: 16 },
  )
  expect(conforming).toBeGreaterThan(inFull(500, 120))
})

it('has no fast test for complex schemas or other locations than the query', () => {
  expect(parametersOf('3.1.0', others).found.map(({ conforms }) => conforms)).toEqual(others.map(() => undefined))
})

it.each([
  [0, ['0', '12', '000000001'], ['', '-1', '1.0', '1e3', '1234567890']],
  [1, ['1', '100'], ['0', '101']],
  [3, ['true', 'false'], ['True', '1', '']],
  [5, ['open', '7'], ['closed', '']],
])('%d', (at, conforming, unknown) => {
  const test = parametersOf('3.1.0', plain).found[at]?.conforms
  expect([...conforming, ...unknown].map((one) => test?.(one))).toEqual([
    ...conforming.map(() => true),
    ...unknown.map(() => false),
  ])
})
