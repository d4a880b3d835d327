import { expect, it } from 'vitest'
import { createCollector } from './collect.ts'

const site = { base: '/paths/~1a/get/summary', revision: '/paths/~1a/get/summary', location: '/paths/~1a/get' }
const texts = (operation: string, before: Record<string, string>, after: Record<string, string>) =>
  [
    { kind: 'documentation', before, after, effect: 'none', site },
    [{ operation, direction: 'none', part: '' }],
  ] as const

it('documentation at one location is a single change for all its uses, other locations are separate', () => {
  const collector = createCollector()
  collector.add(...texts('GET /a', { summary: 'a' }, { summary: 'b' }))
  collector.add(...texts('GET /b', { summary: 'a' }, { summary: 'b' }))
  collector.add(...texts('GET /a', { 'server /v1 summary': 'a' }, { 'server /v1 summary': 'b' }))
  collector.add(...texts('GET /a', { summary: 'a' }, {}))
  expect(collector.changes().map(({ before, uses }) => [before, uses.map(({ operation }) => operation)])).toEqual([
    [{ summary: 'a' }, ['GET /a', 'GET /b']],
    [{ 'server /v1 summary': 'a' }, ['GET /a']],
    [{ summary: 'a' }, ['GET /a']],
  ])
})
