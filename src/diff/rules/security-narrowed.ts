import { defineRule } from '../../model/diff/rule.ts'
import { alternatives } from '../wording.ts'

export default defineRule({
  id: 'security-narrowed',
  on: 'security',
  affects: 'calls',
  effect: 'narrowed',
  title: 'Access requires more',
  why: 'A client that had access is rejected.',
  fix: 'Accept the old credentials and scopes until clients have moved.',
  judge({ before, after, effect }) {
    if (effect !== 'widened')
      return {
        message: `now requires ${alternatives(after)} instead of ${alternatives(before)}`,
        key: [...(after ?? [])],
      }
    return undefined
  },
  examples: [
    {
      before: '{ get: { security: [], responses: {} } }',
      after: '{ get: { security: [{ key: [] }], responses: {} } }',
      finds: true,
    },
    {
      before: '{ get: { security: [{ key: [a] }], responses: {} } }',
      after: '{ get: { security: [{ key: [a, b] }], responses: {} } }',
      finds: true,
    },
    {
      before: '{ get: { security: [{ key: [] }], responses: {} } }',
      after: '{ get: { security: [{ key: [] }, { other: [] }], responses: {} } }',
      finds: false,
    },
  ],
})
