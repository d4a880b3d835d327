import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'schema-opened',
  on: 'schema.closed',
  affects: 'messages',
  effect: 'widened',
  tolerance: {
    because: 'clients ignore unknown properties',
    covers: ({ before }) => before === 'additionalProperties',
  },
  title: 'Undeclared content allowed',
  why: 'Clients ignore unknown properties, unless they validate responses. Items beyond a tuple are harder to ignore.',
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
