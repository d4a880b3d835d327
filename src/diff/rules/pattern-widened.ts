import { defineRule } from '../../model/diff/rule.ts'
import { list } from '../wording.ts'

export default defineRule({
  id: 'pattern-widened',
  on: 'schema.pattern',
  affects: 'messages',
  effect: 'widened',
  title: 'Pattern loosened',
  why: "A client receives values that don't match.",
  fix: 'Keep the pattern in responses.',
  judge({ before, after, effect }) {
    if (effect === 'widened')
      return {
        message: `need not match ${list(before)} any more${after ? `, now ${list(after)}` : ''}`,
        key: [...(before ?? [])],
      }
    return undefined
  },
  examples: [
    { before: '{ type: string, pattern: "^[a-c]$" }', after: '{ type: string, pattern: "^[a-z]$" }', finds: true },
    { before: '{ type: string, pattern: "^[0-9]+$" }', after: '{ type: string, pattern: "^\\\\d+$" }', finds: false },
    { before: "{ type: string, pattern: '^a' }", after: '{ type: string }', finds: true },
  ],
})
