import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Operation } from '../../model/operation.ts'
import { inFull } from '../../testing/runs.ts'
import { bySpecificity, createTemplateTree, segmentOf, split } from './template-tree.ts'

const templates = fc
  .array(fc.constantFrom('a', 'b', 'a.b', 'a%2Eb', 'a%252Eb', '{x}', 'a{x}', '{x}b', '{x}.{y}', 'a{x}b'), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => `/${parts.join('/')}`)
const paths = fc
  .array(fc.constantFrom('a', 'b', 'ab', 'a.b', 'a%2Eb', 'a%252Eb', 'axb', 'c', '', '%'), { maxLength: 3 })
  .map((parts) => `/${parts.join('/')}`)
const methods = fc.constantFrom('GET', 'POST')

// The tree uses only these members.
const operationOf = (method: string, path: string) => ({ method, path, key: `${method} ${path}` }) as Operation

it('returns the same result as comparing every template', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(methods, templates), { maxLength: 12 }), methods, paths, (all, method, path) => {
      const operations = all.map(([one, template]) => operationOf(one, template))
      const tree = createTemplateTree()
      for (const operation of operations) tree.add(operation)
      const segments = split(path)
      const [expected] = operations
        .filter((operation) => operation.method === method)
        .map((operation) => ({ operation, segments: split(operation.path).map(segmentOf) }))
        .filter((route) => route.segments.length === segments.length)
        .filter((route) => route.segments.every((part, index) => part.matches(segments[index] ?? '')))
        .toSorted(bySpecificity)
      expect(tree.find(method, segments, 0)?.operation).toBe(expected?.operation)
      expect(tree.find(method, ['base', ...segments], 1)?.operation).toBe(expected?.operation)
    }),
    { numRuns: inFull(2000, 500) },
  )
})
