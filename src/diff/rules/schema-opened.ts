import { defineRule } from '../../model/diff/rule.ts'

/** Undeclared content allowed. */
export default defineRule({
  id: 'schema-opened',
  on: 'schema.closed',
  effect: 'widened',
  title: 'Undeclared content allowed',
  why: 'A reader that validates strictly receives content it does not know.',
  fix: 'Keep it closed in responses.',
  judge({ before, after }) {
    if (before !== undefined && after === undefined) {
      return {
        message: before === 'items' ? 'allows further items now' : 'allows undeclared properties now',
        key: before,
      }
    }
    return undefined
  },
  examples: [{ before: '{ type: object, additionalProperties: false }', after: '{ type: object }', finds: true }],
})
