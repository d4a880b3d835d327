import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Finding, Severity } from '../../model/finding.ts'
import { locationsOf } from '../../model/locations.ts'
import { driftFinding } from '../../testing/sample-report.ts'
import { fingerprint } from '../../util/fingerprint.ts'
import { mergeFindings } from './merge.ts'

const component = { component: '#/components/schemas/Error', componentPointer: '/properties/detail' }

/** A finding about a shared error schema, as one call reports it. */
function seen(
  operation: string,
  parts: { severity?: Severity; part?: string; at?: string; observed?: number } = {},
): Finding {
  const { severity = 'error', part = '404 application/json', at = '/detail', observed = 1 } = parts
  const site = { ...component, operation, direction: 'response' as const, part, pointer: at }
  return driftFinding({
    ...{ ruleId: 'type-conformance', severity, site, reaches: [operation] },
    fingerprint: fingerprint('type-conformance', site, 'integer'),
    evidence: { instancePointer: at, observed, status: 404, curl: `curl ${operation}`, samples: 1, tests: [operation] },
  })
}

it('keeps the evidence of the first location by text and lists all locations', () => {
  const [found, ...others] = mergeFindings([
    seen('GET /c'),
    seen('GET /a'),
    seen('GET /b', { part: '422 application/json' }),
  ])
  expect(others).toEqual([])
  expect(found).toMatchObject({
    site: { operation: 'GET /a', part: '404 application/json', ...component },
    reaches: ['GET /a', 'GET /b', 'GET /c'],
    evidence: { samples: 3, curl: 'curl GET /a', tests: ['GET /a', 'GET /b', 'GET /c'] },
    locations: [
      { operation: 'GET /a', part: '404 application/json', pointer: '/detail' },
      { operation: 'GET /b', part: '422 application/json', pointer: '/detail' },
      { operation: 'GET /c', part: '404 application/json', pointer: '/detail' },
    ],
  })
})

it('has the highest severity of its locations, which keep their own', () => {
  const [found] = mergeFindings([
    seen('GET /a', { severity: 'info' }),
    seen('GET /b'),
    seen('GET /c', { severity: 'info' }),
  ])
  expect(found).toMatchObject({
    severity: 'error',
    site: { operation: 'GET /b' },
    reaches: ['GET /a', 'GET /b', 'GET /c'],
  })
  expect(found && locationsOf(found).map(({ severity }) => severity)).toEqual(['info', 'error', 'info'])
})

it('lists at most 20 locations of one operation', () => {
  const many = Array.from({ length: 30 }, (_, at) => seen('GET /a', { at: `/a${String(at).padStart(2, '0')}` }))
  const [found] = mergeFindings([...many, seen('GET /b')])
  expect(found?.locations?.length).toBe(21)
  expect(found?.evidence?.samples).toBe(31)
})

const finding = fc
  .record({
    operation: fc.constantFrom('GET /a', 'GET /b', 'POST /a'),
    severity: fc.constantFrom<Severity>('error', 'info'),
    part: fc.constantFrom('404 application/json', '422 application/json'),
    at: fc.constantFrom('/detail', '/x/detail'),
    observed: fc.integer({ min: 0, max: 5 }),
  })
  .map(({ operation, ...parts }) => seen(operation, parts))

it('gives the same result in any order and grouping', () => {
  fc.assert(
    fc.property(fc.array(finding, { maxLength: 12 }), fc.nat({ max: 12 }), (all, cut) => {
      const whole = mergeFindings(all)
      expect(mergeFindings(all.toReversed())).toEqual(whole)
      expect(mergeFindings([...mergeFindings(all.slice(cut)), ...mergeFindings(all.slice(0, cut))])).toEqual(whole)
    }),
  )
})

it('counts violations of a component above the maximum together, across operations', () => {
  const value = (operation: string, at: number): Finding => {
    const finding = seen(operation)
    const message = `is ${String(at).padStart(2, '0')}`
    return { ...finding, message, fingerprint: fingerprint('type-conformance', finding.site, at) }
  }
  const of = (operation: string, from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => value(operation, from + at))
  const parts = [of('GET /b', 10, 30), of('GET /c', 0, 15), of('GET /a', 20, 40)]
  const whole = mergeFindings(parts.flat())
  expect(whole).toHaveLength(21)
  const [more] = whole.filter(({ message }) => message.startsWith('differs in more'))
  expect(more).toMatchObject({ reaches: ['GET /a', 'GET /b'], evidence: { samples: 30 } })
  expect(mergeFindings(parts.toReversed().flatMap(mergeFindings))).toEqual(whole)
  expect(mergeFindings([...mergeFindings(parts.slice(1).flat()), ...(parts[0] ?? [])])).toEqual(whole)
})
