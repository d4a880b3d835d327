import { describe, expect, it } from 'vitest'
import { descriptionWithSchema, findingsBetween } from '../testing/rule-tester.ts'

/** The messages for an edit of a schema, by rule. */
function messages(before: string, after: string): string[] {
  const [base = '', revision = ''] = [before, after].map((schema) => descriptionWithSchema(schema, 'request', '3.1.0'))
  return findingsBetween(base, revision).map(({ message }) => message)
}

describe('a value in a message', () => {
  it.each([
    ['{ enum: [a] }', '{ enum: [a, "null"] }', 'may now be "null"'],
    ['{ enum: [a, "null", "1"] }', '{ enum: [a] }', 'no longer allows "null", "1"'],
    ['{ enum: ["true", true, 1, "1"] }', '{}', 'is no longer limited to "true", true, 1, "1"'],
    ['{ type: [string, "null"] }', '{ type: [string, "null"], enum: ["null", null] }', 'allows only "null" now'],
    ['{ x-extensible-enum: [a] }', '{ x-extensible-enum: [a, "null"] }', 'also lists "null"'],
    ['{ x-extensible-enum: [a, "null"] }', '{ x-extensible-enum: [a] }', 'no longer lists "null"'],
    ['{ type: string, default: "null" }', '{ type: string, default: "1" }', 'default is "1", was "null"'],
  ])('is printed as JSON: %s → %s', (before, after, message) => {
    expect(messages(before, after)).toContain(message)
  })
})
