import { defineRule } from '../../model/diff/rule.ts'
import { jsonOrNone } from '../wording.ts'

export default defineRule({
  id: 'multiple-of-changed',
  on: 'schema.multiple-of',
  affects: 'messages',
  effect: 'incomparable',
  title: 'multipleOf changed',
  why: 'Old values are rejected and new ones are unexpected.',
  fix: 'Keep the old multipleOf.',
  judge({ before, after, effect }) {
    if (effect === 'incomparable')
      return {
        message: `must be a multiple of ${jsonOrNone(after)} now, was ${jsonOrNone(before)}`,
        key: after ?? null,
      }
    return undefined
  },
  examples: [{ before: '{ type: integer, multipleOf: 2 }', after: '{ type: integer, multipleOf: 3 }', finds: true }],
})
