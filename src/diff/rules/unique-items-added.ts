import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'unique-items-added',
  on: 'schema.unique-items',
  affects: 'messages',
  effect: 'narrowed',
  title: 'Items must be unique now',
  why: 'A list with duplicates is rejected.',
  fix: 'Keep accepting duplicates.',
  judge({ after }) {
    if (after) return { message: 'items must be unique now', key: true }
    return undefined
  },
  examples: [
    { before: '{ type: array, items: {} }', after: '{ type: array, items: {}, uniqueItems: true }', finds: true },
  ],
})
