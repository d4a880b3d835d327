import { describe, expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import type { Operation } from '../../model/operation.ts'
import { parseDocument } from '../reading/parse.ts'
import { flawsOf, operationsOf } from './operations.ts'

const page = { name: 'page', in: 'query', schema: { type: 'integer' } }
const content = { 'application/json': { schema: { type: 'object' } } }

/** An operation with parts of every kind, some of them components. */
const parts: Readonly<Record<string, Json>> = {
  path: { name: 'shelf', in: 'path', required: true, schema: { type: 'string' } },
  parameter: page,
  filter: { name: 'filter', in: 'query', content },
  body: { content },
  header: { schema: { type: 'string' } },
  response: { description: '', headers: { Link: { $ref: '#/components/headers/link' } }, content },
}

function description(changed: Readonly<Record<string, Json>>): string {
  const { path, parameter, filter, body, header, response, components = {}, more = {} } = { ...parts, ...changed }
  const shared = { parameters: { page: parameter }, headers: { link: header }, responses: { books: response } }
  const operation = {
    parameters: [{ $ref: '#/components/parameters/page' }, filter],
    requestBody: body,
    responses: { 200: { $ref: '#/components/responses/books' }, default: { description: '' }, 'x-more': 1 },
    ...(more as object),
  }
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'books', version: '1' },
    paths: { '/shelves/{shelf}': { parameters: [path], post: operation } },
    components: { ...shared, ...(components as object) },
  } as Json)
}

const read = (text: string) => parseDocument({ content: text, name: 'books', file: 'books.json' })

/** Reads all lazy members. */
function all({ parameters, requestBody, responses, callbacks }: Operation): unknown {
  return [parameters, requestBody, responses, callbacks]
}

const wrong: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  'no object': { parameter: 1 },
  'a parameter without a name': { parameter: { in: 'query' } },
  'a parameter without `in`': { parameter: { name: 'page' } },
  'a parameter elsewhere': { parameter: { name: 'page', in: 'moon' } },
  'a parameter of the path without a name': { path: { in: 'path' } },
  'a schema that is no schema': { parameter: { ...page, schema: 1 } },
  'content that is no map': { filter: { name: 'filter', in: 'query', content: [] } },
  'a media type that is no object': { body: { content: { 'text/plain': 'text' } } },
  'the schema of a media type': { body: { content: { 'text/plain': { schema: null } } } },
  'the schema of a header': { header: { schema: 'text' } },
  'the content of a header': { header: { content: 1 } },
  'headers that are no map': { response: { description: '', headers: [] } },
  'a header that leads nowhere': { response: { description: '', headers: { Link: { $ref: '#/none' } } } },
  'a response that is no object': { response: 'ok' },
  'a status that is none': { more: { responses: { 20: { description: '' } } } },
  'responses that are no map': { more: { responses: [] } },
  'parameters that are no list': { more: { parameters: {} } },
  'a body that leads nowhere': { more: { requestBody: { $ref: '#/none' } } },
  'a parameter that leads to itself': {
    components: { parameters: { page: { $ref: '#/components/parameters/page' } } },
  },
  'a callback with a flaw': { more: { callbacks: { paid: { '{$url}': { post: { responses: { 1: {} } } } } } } },
}

describe('parts that are not read', () => {
  it('have no flaws if the description is valid', () => {
    expect(flawsOf(read(description({})))).toEqual([])
  })

  it.each(Object.entries(wrong))('have the same flaws as if they were read: %s', (_, changed) => {
    const [asked, unasked] = [read(description(changed)), read(description(changed))]
    operationsOf(asked).map(all)
    expect(flawsOf(unasked)).not.toEqual([])
    expect(flawsOf(unasked)).toEqual(flawsOf(asked))
  })
})

it('includes the parameters next to the $ref of a path item', () => {
  const text = (parameters: Json) =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'books', version: '1' },
      paths: { '/books': { $ref: '#/components/pathItems/books', parameters } },
      components: { pathItems: { books: { get: { responses: {} } } } },
    })
  expect(flawsOf(read(text([page])))).toEqual([])
  expect(flawsOf(read(text([{ in: 'query' }]))).map(({ pointer }) => pointer)).toEqual(['/paths/~1books/parameters/0'])
})

it('reads a part once and returns the same object again', () => {
  const [operation] = operationsOf(read(description({})))
  expect(operation?.parameters.map(({ name }) => name)).toEqual(['shelf', 'page', 'filter'])
  expect(operation?.responses.map(({ status }) => status)).toEqual(['200', 'default'])
  expect(operation?.parameters).toBe(operation?.parameters)
  expect(operation?.requestBody).toBe(operation?.requestBody)
  expect(operation?.responses).toBe(operation?.responses)
})
