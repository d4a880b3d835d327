import { defineRule } from '../../model/diff/rule.ts'
import { list } from '../wording.ts'

export default defineRule({
  id: 'type-narrowed',
  on: 'schema.type',
  affects: 'messages',
  effect: 'narrowed',
  title: 'Types removed',
  why: 'A value of a removed type is no longer valid.',
  fix: 'Keep accepting the old types.',
  judge({ before, after, effect }) {
    if (effect === 'narrowed')
      return {
        message: `type is ${list(after)} now, was ${list(before)}`,
        key: [...(before ?? []), '→', ...(after ?? [])],
      }
    return undefined
  },
  examples: [
    { before: '{ type: number }', after: '{ type: integer }', finds: true },
    { before: '{}', after: '{ type: string }', finds: true },
    { before: '{ type: integer }', after: '{ type: number }', finds: false },
  ],
})
