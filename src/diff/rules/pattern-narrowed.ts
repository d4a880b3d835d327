import { defineRule } from '../../model/rule.ts'
import { list } from '../words.ts'

/** Pattern added. */
export default defineRule({
  id: 'pattern-narrowed',
  on: 'schema.pattern',
  effect: 'narrowed',
  title: 'Pattern added',
  why: 'Values that do not match are rejected.',
  fix: 'Keep accepting them.',
  judge({ after, effect }) {
    if (effect === 'narrowed') return { message: `must match ${list(after)} now`, key: [...(after ?? [])] }
    return undefined
  },
  examples: [{ before: '{ type: string }', after: "{ type: string, pattern: '^a' }", finds: true }],
})
