import { defineRule } from '../../model/diff/rule.ts'
import { alternatives } from '../wording.ts'

export default defineRule({
  id: 'security-widened',
  on: 'security',
  affects: 'calls',
  effect: 'widened',
  title: 'Access requires less',
  why: 'More callers have access; existing clients are not affected.',
  fix: 'Check that this is intended: it opens the operation.',
  judge({ after, effect }) {
    if (effect === 'widened')
      return { message: `is now also open with ${alternatives(after)}`, key: [...(after ?? [])] }
    return undefined
  },
  examples: [
    {
      before: '{ get: { security: [{ key: [] }], responses: {} } }',
      after: '{ get: { security: [{ key: [] }, { other: [] }], responses: {} } }',
      finds: true,
    },
  ],
})
