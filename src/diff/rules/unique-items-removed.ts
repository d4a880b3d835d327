import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'unique-items-removed',
  on: 'schema.unique-items',
  affects: 'messages',
  effect: 'widened',
  title: 'Items may repeat now',
  why: 'A client that relies on unique items receives duplicates.',
  fix: 'Keep items unique in responses.',
  judge({ after }) {
    if (!after) return { message: 'items may repeat now', key: false }
    return undefined
  },
  examples: [
    { before: '{ type: array, items: {}, uniqueItems: true }', after: '{ type: array, items: {} }', finds: true },
  ],
})
