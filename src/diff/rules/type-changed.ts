import { defineRule } from '../../model/diff/rule.ts'
import { list } from '../wording.ts'

export default defineRule({
  id: 'type-changed',
  on: 'schema.type',
  affects: 'messages',
  effect: 'incomparable',
  title: 'Type changed',
  why: 'Values of the old type are no longer valid, and values of the new type are unexpected.',
  fix: 'Add a property of the new type and deprecate this one.',
  judge({ before, after, effect }) {
    if (effect === 'incomparable')
      return {
        message: `type is ${list(after)} now, was ${list(before)}`,
        key: [...(before ?? []), '→', ...(after ?? [])],
      }
    return undefined
  },
  examples: [{ before: '{ type: string }', after: '{ type: integer }', finds: true }],
})
