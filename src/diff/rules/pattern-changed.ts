import { defineRule } from '../../model/diff/rule.ts'
import { list } from '../wording.ts'

export default defineRule({
  id: 'pattern-changed',
  on: 'schema.pattern',
  affects: 'messages',
  effect: 'incomparable',
  title: 'Pattern changed',
  why: 'The values that match both cannot be determined from the patterns alone.',
  fix: 'Check that every old value matches the new pattern, and the reverse for responses.',
  judge({ before, after, effect }) {
    if (effect === 'incomparable')
      return { message: `must match ${list(after)} now, was ${list(before)}`, key: [...(after ?? [])] }
    return undefined
  },
  examples: [{ before: "{ type: string, pattern: '^a' }", after: "{ type: string, pattern: '^b' }", finds: true }],
})
