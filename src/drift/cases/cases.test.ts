import { describe, expect, it } from 'vitest'
import { type DriftCase, readDriftCases } from '../../testing/cases/drift-cases.ts'
import { descriptionOf, violationsIn } from '../../testing/check-tester.ts'
import { createInspector } from '../checking/inspect.ts'

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

  it('has no two cases of one name', () => {
    expect(byName.size).toBeGreaterThanOrEqual(120)
    const dialects = cases.map(({ theme, name, dialect }) => `${theme} ${name} ${dialect}`)
    expect(new Set(dialects).size).toBe(dialects.length)
  })
})
