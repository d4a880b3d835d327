import { expect, describe as group, it } from 'vitest'
import { describe } from '../description/dialects/operations.ts'
import { parseDocument } from '../description/reading/parse.ts'
import { compareDescriptions } from '../diff/compare/descriptions.ts'
import { judgeChanges } from '../diff/judge.ts'
import type { ChangeKind } from '../model/diff/change.ts'
import type { Rule } from '../model/diff/rule.ts'
import type { Finding, Verdict } from '../model/finding.ts'
import type { Description } from '../model/operation.ts'

/** The verdict a rule must reach per direction; a direction left out is one the rule never meets. */
export interface Expected {
  readonly request?: Verdict
  readonly response?: Verdict
}

/** A description from YAML text. */
export function descriptionOf(content: string, name = 'test.yaml'): Description {
  return describe(parseDocument({ content, name, file: name }))
}

/** Diffs two YAML texts with all rules on. */
export function findingsBetween(before: string, after: string): readonly Finding[] {
  const [base, revision] = [descriptionOf(before, 'base.yaml'), descriptionOf(after, 'revision.yaml')]
  return judgeChanges(compareDescriptions(base, revision, { today: '2026-01-31' }), { base, revision })
}

/** A description of one operation whose body (or response) has the given schema, in YAML flow style. */
export function descriptionWithSchema(schema: string, direction: 'request' | 'response', dialect = '3.0.3'): string {
  const content = `{ application/json: { schema: ${schema} } }`
  const operation =
    direction === 'request'
      ? `{ requestBody: { content: ${content} }, responses: {} }`
      : `{ responses: { '200': { description: '', content: ${content} } } }`
  return descriptionWithPaths(`{ /x: { post: ${operation} } }`, dialect)
}

/** A description with the given paths, in YAML flow style. */
export function descriptionWithPaths(paths: string, dialect = '3.0.3'): string {
  return `{ openapi: ${dialect}, info: { title: Test, version: '1' }, paths: ${paths} }`
}

/**
 * Declares the tests of a rule: each example is diffed with all rules on and must give exactly this rule's
 * finding (or none of it), with the expected verdict in each direction, and nothing at all when nothing changed.
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

/** An example of a non-schema rule is a path item, or paths when its keys begin with a slash. */
function wrapPaths(example: string): string {
  if (/^\{\s*["']?openapi/.test(example)) return example
  return descriptionWithPaths(/^\{\s*["']?\//.test(example) ? example : `{ /x: ${example} }`)
}
