import { describe, expect, it } from 'vitest'
import { descriptionWithSchema, findingsBetween } from '../testing/rule-tester.ts'

describe('a finding where one version has no schema', () => {
  it.each([
    ['{ type: object, additionalProperties: { type: string } }', '{ type: object }'],
    ['{ type: array, items: { type: string } }', '{ type: array }'],
  ])('is at the schema around it: %s → %s', (before, after) => {
    const [base = '', revision = ''] = [before, after].map((text) =>
      descriptionWithSchema(`{ type: object, properties: { map: ${text} } }`, 'response', '3.1.0'),
    )
    expect(findingsBetween(base, revision)).toMatchObject([
      { ruleId: 'type-widened', message: 'is now any, was string', site: { pointer: '/properties/map' } },
    ])
    expect(findingsBetween(revision, base)).toMatchObject([
      {
        ruleId: 'type-narrowed',
        site: { pointer: expect.stringMatching(/^\/properties\/map\/(items|additionalProperties)$/) },
      },
    ])
  })
})
