import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'format-changed',
  on: 'schema.format',
  affects: 'messages',
  effect: 'incomparable',
  title: 'Format changed',
  why: 'Old values are rejected, new ones cannot be parsed.',
  fix: 'Add a property of the new format and deprecate this one.',
  judge({ before, after, effect }) {
    if (effect === 'incomparable')
      return { message: `format is ${after} now, was ${before}`, key: [before ?? null, after ?? null] }
    return undefined
  },
  examples: [{ before: '{ type: string, format: date }', after: '{ type: string, format: uuid }', finds: true }],
})
