import { describe, expect, it } from 'vitest'
import { type DriftCase, readDriftCases } from '../../testing/cases/drift-cases.ts'
import { descriptionOf, violationsIn } from '../../testing/check-tester.ts'
import { createInspector } from '../checking/inspect.ts'
import { checks } from '../checks/index.ts'

const cases = readDriftCases()
const byName = new Map<string, DriftCase[]>()
for (const one of cases) {
  const title = `${one.theme}: ${one.name}`
  byName.set(title, [...(byName.get(title) ?? []), one])
}

describe('the catalogue of exchanges', () => {
  it.each([...byName])('%s', (_, variants) => {
    for (const { dialect, description, exchange, repeated, finds, outcome, unchecked } of variants) {
      const inspector = createInspector(descriptionOf(description))
      if (repeated) inspector.inspect(exchange)
      const inspected = inspector.inspect(exchange)
      expect({
        dialect,
        outcome: inspected.outcome,
        finds: violationsIn(inspected).toSorted(),
        unchecked: inspected.notChecked.map(({ because }) => because),
      }).toEqual({ dialect, outcome, finds, unchecked: unchecked.map((text) => expect.stringContaining(text)) })
    }
  })

  it('has no two of one name, and meets every check that needs no more than an exchange', () => {
    expect(byName.size).toBeGreaterThanOrEqual(120)
    const dialects = cases.map(({ theme, name, dialect }) => `${theme} ${name} ${dialect}`)
    expect(new Set(dialects).size).toBe(dialects.length)
    const met = new Set(cases.flatMap(({ finds }) => finds.map((find) => find.split(' ')[0])))
    // Those of generated requests, and the one that needs a budget.
    const others = checks.filter(({ id, generated }) => generated !== undefined || id === 'response-time')
    expect(checks.filter(({ id }) => !met.has(id))).toEqual(others)
  })
})
