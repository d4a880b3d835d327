import { expect, it } from 'vitest'
import { driftFinding } from '../testing/sample-report.ts'
import { findingAt, locationsOf, narrowedTo } from './locations.ts'

const part = '404 application/json'
const finding = driftFinding({
  site: { operation: 'GET /a', part, pointer: '/x', component: '#/components/schemas/E', componentPointer: '/x' },
  reaches: ['GET /a', 'GET /b'],
  locations: [
    { operation: 'GET /a', part, pointer: '/x' },
    { operation: 'GET /b', part, pointer: '/y', severity: 'info' },
    { operation: 'GET /b', part, pointer: '/z', severity: 'warning' },
  ],
})

it('returns the worst location of an operation, without evidence from others', () => {
  expect(findingAt(finding, 'GET /a')).toBe(finding)
  expect(findingAt(finding, 'GET /c')).toBe(finding)
  const { severity, site, evidence } = findingAt(finding, 'GET /b')
  expect([severity, site.operation, site.pointer, site.component]).toEqual([
    ...['warning', 'GET /b', '/z', '#/components/schemas/E'],
  ])
  expect(evidence).toEqual({ status: 200, curl: "curl '$SPECDRIFT_BASE_URL/loans'", samples: 2 })
})

it.each<[string, readonly string[], unknown]>([
  ['none of its locations', [], undefined],
  ['all of its locations', ['/x', '/y', '/z'], ['error', '/x', 3, ['GET /a', 'GET /b']]],
  ['its site', ['/x'], ['error', '/x', undefined, ['GET /a']]],
  ['another location', ['/y'], ['info', '/y', undefined, ['GET /b']]],
  ['others', ['/y', '/z'], ['warning', '/z', 2, ['GET /b']]],
])('narrowed to %s', (_, pointers, expected) => {
  const narrowed = narrowedTo(finding, ({ pointer }) => pointers.includes(pointer))
  const { severity, site, locations, reaches } = narrowed ?? {}
  expect(narrowed && [severity, site?.pointer, locations?.length, reaches]).toEqual(expected)
  const kept = locationsOf(finding).filter(({ pointer }) => pointers.includes(pointer))
  expect(narrowed && locationsOf(narrowed)).toEqual(expected && kept)
})
