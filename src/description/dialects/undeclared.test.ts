import { expect, it } from 'vitest'
import { parseDocument } from '../reading/parse.ts'
import { semanticFlaws } from '../validation/semantics.ts'
import { describe } from './operations.ts'

const described = (head: string, paths: object) =>
  describe(parseDocument({ name: 'a', file: 'a.yaml', content: `${head}\npaths: ${JSON.stringify(paths)}\n` }))
const [swagger, openapi] = ["swagger: '2.0'", 'openapi: 3.1.0']
const responses = { 200: { description: 'd' } }
const id = { name: 'id', in: 'path', required: true, type: 'string', schema: { type: 'string' } }

it.each([swagger, openapi])('%s: an undeclared path parameter is a parameter and a flaw', (head) => {
  const description = described(head, {
    '/a/{id}/b/{kind}.{format}': { parameters: [id], get: { responses } },
    '/c/{id}': { get: { responses, parameters: [{ ...id, in: 'query' }] } },
    '/d/{id}': { get: { responses, parameters: [id] } },
  })
  const undeclared = description.operations.map(({ parameters }) =>
    parameters.filter((parameter) => parameter.undeclared === true).map(({ in: location, name }) => [location, name]),
  )
  const added = ['id', 'kind', 'format'].map((name) => ['path', name])
  expect(undeclared).toEqual([added.slice(1), added.slice(0, 1), []])
  expect(semanticFlaws(description.document).map(({ message }) => message)).toEqual([
    'does not declare the path parameter kind',
    'does not declare the path parameter format',
    'does not declare the path parameter id',
  ])
})

it('webhook names and callback expressions have no path parameters', () => {
  const callbacks = { paid: { '{$request.body#/url}': { post: { responses } } } }
  const { operations, webhooks = [] } = described(`${openapi}\nwebhooks: { "{x}": { post: { responses: {} } } }`, {
    '/a': { post: { responses, callbacks } },
  })
  expect([...webhooks, ...(operations[0]?.callbacks ?? [])].map(({ parameters }) => parameters)).toEqual([[], []])
})
