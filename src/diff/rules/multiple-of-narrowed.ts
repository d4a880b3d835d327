import { defineRule } from '../../model/diff/rule.ts'
import { jsonOrNone } from '../wording.ts'

export default defineRule({
  id: 'multiple-of-narrowed',
  on: 'schema.multiple-of',
  affects: 'messages',
  effect: 'narrowed',
  title: 'multipleOf tightened',
  why: 'Values that were valid are rejected.',
  fix: 'Keep the old multipleOf.',
  judge({ before, after, effect }) {
    if (effect === 'narrowed')
      return {
        message: `must be a multiple of ${jsonOrNone(after)} now, was ${jsonOrNone(before)}`,
        key: after ?? null,
      }
    return undefined
  },
  examples: [{ before: '{ type: number, multipleOf: 0.01 }', after: '{ type: number, multipleOf: 0.1 }', finds: true }],
})
