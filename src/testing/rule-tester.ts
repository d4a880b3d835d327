import { expect, describe as group, it } from 'vitest'
import { describe } from '../description/dialects/operations.ts'
import { parseDocument } from '../description/reading/parse.ts'
import { compareDescriptions } from '../diff/compare/descriptions.ts'
import { judgeChanges } from '../diff/judge.ts'
import type { ChangeKind } from '../model/diff/change.ts'
import type { Rule } from '../model/diff/rule.ts'
import type { Finding, Verdict } from '../model/finding.ts'
import type { Description } from '../model/operation.ts'

/** Expected verdict per direction. A missing direction never occurs for the rule. */
export interface Expected {
  readonly request?: Verdict
  readonly response?: Verdict
}

export function descriptionOf(content: string, name = 'test.yaml'): Description {
  return describe(parseDocument({ content, name, file: name }))
}

/** Diffs two YAML descriptions with all rules on. */
export function findingsBetween(before: string, after: string): readonly Finding[] {
  const [base, revision] = [descriptionOf(before, 'base.yaml'), descriptionOf(after, 'revision.yaml')]
  return judgeChanges(compareDescriptions(base, revision, { today: '2026-01-31' }), { base, revision })
}

/** Returns a description of one operation whose request or response body has the schema (YAML flow style). */
export function descriptionWithSchema(schema: string, direction: 'request' | 'response', dialect = '3.0.3'): string {
  const content = `{ application/json: { schema: ${schema} } }`
  const operation =
    direction === 'request'
      ? `{ requestBody: { content: ${content} }, responses: {} }`
      : `{ responses: { '200': { description: '', content: ${content} } } }`
  return descriptionWithPaths(`{ /x: { post: ${operation} } }`, dialect)
}

/** Returns a description with the given paths (YAML flow style). */
export function descriptionWithPaths(paths: string, dialect = '3.0.3'): string {
  return `{ openapi: ${dialect}, info: { title: Test, version: '1' }, paths: ${paths} }`
}

/**
 * Declares the tests of a rule: each example, diffed with all rules on, must yield exactly this rule's finding (or none) with the expected
 * verdict per direction, and nothing if compared with itself.
 */
export function testRule<K extends ChangeKind>(rule: Rule<K>, expected: Expected): void {
  const wraps = rule.on.startsWith('schema.')
    ? (['request', 'response'] as const).map((direction) => ({
        direction,
        wrap: (example: string) => descriptionWithSchema(example, direction),
      }))
    : [{ direction: undefined, wrap: wrapPaths }]
  group(rule.id, () => {
    for (const { before, after, finds } of rule.examples ?? []) {
      for (const { direction, wrap } of wraps) {
        it(`${before} → ${after}${direction ? ` in a ${direction}` : ''}`, () => {
          const found = findingsBetween(wrap(before), wrap(after))
          const ids = [...new Set(found.map((finding) => finding.ruleId))]
          if (!finds) return expect(ids).not.toContain(rule.id)
          expect(ids).toEqual([rule.id])
          const verdict = expected[direction ?? (expected.request === undefined ? 'response' : 'request')]
          expect(found.map((finding) => finding.verdict)).toEqual(found.map(() => verdict))
          return expect(findingsBetween(wrap(before), wrap(before))).toEqual([])
        })
      }
    }
    it('has an example that finds and prints its derivation', () => {
      expect(rule.examples?.some((example) => example.finds)).toBe(true)
      expect(rule.effect ?? rule.convention?.because).toBeTruthy()
    })
  })
}

/** Wraps an example of a non-schema rule, which is a path item, or paths if its keys start with a slash. */
function wrapPaths(example: string): string {
  if (/^\{\s*["']?openapi/.test(example)) return example
  return descriptionWithPaths(/^\{\s*["']?\//.test(example) ? example : `{ /x: ${example} }`)
}
