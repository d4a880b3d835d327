import { expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import { parseDocument, sourcesOf } from '../reading/parse.ts'
import { flawsOf, operationsOf } from './operations.ts'

const operation = {
  parameters: [{ $ref: '#/components/parameters/page' }],
  responses: { 200: { description: 'one page of books' } },
}

interface Parts {
  readonly page?: Json
  readonly security?: Json
}

const text = ({ page = { type: 'integer' }, security = [{ key: [] }] }: Parts, title: string): string =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title, version: '1' },
    security,
    paths: { '/books': { get: operation } },
    components: { parameters: { page: { name: 'page', in: 'query', schema: page } } },
  })

/** Returns the operation of two versions that share it. */
function both(parts: Parts) {
  const base = parseDocument({ content: text({}, 'base'), name: 'a', file: 'a.json' })
  const content = text(parts, 'revision')
  const revision = parseDocument({ content, name: 'b', file: 'b.json' }, { beside: sourcesOf(base).main })
  // Otherwise the test would show nothing.
  expect(revision.at('/paths/~1books/get')).toBe(base.at('/paths/~1books/get'))
  return [operationsOf(base)[0], operationsOf(revision)[0]] as const
}

it('reads a shared operation in each version, because its references may lead to other parts', () => {
  const [before, after] = both({ page: { type: 'string' } })
  expect(before?.parameters[0]?.schema?.node).toEqual({ type: 'integer' })
  expect(after?.parameters[0]?.schema?.node).toEqual({ type: 'string' })
})

it('reads inherited members in each version', () => {
  expect(both({ security: [{ token: ['read'] }] })[1]?.security).toEqual([{ token: ['read'] }])
})

it('reports the flaws of a shared operation in each version', () => {
  const broken = { get: { parameters: [{ $ref: '#/components/parameters/none' }], responses: {} } }
  const content = (title: string) => JSON.stringify({ openapi: '3.0.3', info: { title }, paths: { '/books': broken } })
  const base = parseDocument({ content: content('base'), name: 'a', file: 'a.json' })
  const beside = sourcesOf(base).main
  const revision = parseDocument({ content: content('revision'), name: 'b', file: 'b.json' }, { beside })
  expect(revision.at('/paths/~1books')).toBe(base.at('/paths/~1books'))
  const messages = [base, revision].map((document) => flawsOf(document).map(({ message }) => message))
  expect(messages[0]).toEqual(['skipped: $ref #/components/parameters/none leads nowhere'])
  expect(messages[1]).toEqual(messages[0])
})

it('reports a flaw of a shared response although the first operation with it was removed', () => {
  const shown = { get: { responses: { 200: { $ref: '#/components/responses/Books' } } } }
  const content = (title: string, paths: readonly string[]) =>
    JSON.stringify({
      openapi: '3.0.3',
      info: { title },
      paths: Object.fromEntries(paths.map((path) => [path, shown])),
      components: { responses: { Books: { description: 'books of one shelf', content: { 'text/plain': 1 } } } },
    })
  const base = parseDocument({ content: content('base', ['/first', '/second']), name: 'a', file: 'a.json' })
  const beside = sourcesOf(base).main
  operationsOf(base)
  const revision = parseDocument({ content: content('revision', ['/second']), name: 'b', file: 'b.json' }, { beside })
  expect(revision.at('/paths/~1second')).toBe(base.at('/paths/~1second'))
  expect(flawsOf(revision)).toEqual(flawsOf(base))
  expect(flawsOf(revision)).toHaveLength(1)
})
