import { defineRule } from '../../model/diff/rule.ts'
import { list } from '../wording.ts'

export default defineRule({
  id: 'type-widened',
  on: 'schema.type',
  affects: 'messages',
  effect: 'widened',
  title: 'Types added',
  why: 'A client receives an unexpected type.',
  fix: 'Keep the old type in responses, or release a new major version.',
  judge({ before, after, effect }) {
    if (effect === 'widened')
      return {
        message: `type is ${list(after)} now, was ${list(before)}`,
        key: [...(before ?? []), '→', ...(after ?? [])],
      }
    return undefined
  },
  examples: [{ before: '{ type: integer }', after: '{ type: number }', finds: true }],
})
