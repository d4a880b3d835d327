import { defineRule } from '../../model/rule.ts'
import { list } from '../words.ts'

/** Pattern removed. */
export default defineRule({
  id: 'pattern-widened',
  on: 'schema.pattern',
  effect: 'widened',
  title: 'Pattern removed',
  why: 'A reader meets values that do not match.',
  fix: 'Keep the pattern in responses.',
  judge({ before, effect }) {
    if (effect === 'widened') return { message: `need not match ${list(before)} any more`, key: [...(before ?? [])] }
    return undefined
  },
  examples: [{ before: "{ type: string, pattern: '^a' }", after: '{ type: string }', finds: true }],
})
