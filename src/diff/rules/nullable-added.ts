import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'nullable-added',
  on: 'schema.nullable',
  affects: 'messages',
  effect: 'widened',
  title: 'May be null now',
  why: "A client that doesn't expect null fails.",
  fix: 'Keep it non-null in responses, or omit the property.',
  judge({ after }) {
    if (after) return { message: 'may now be null', key: true }
    return undefined
  },
  examples: [{ before: '{ type: string }', after: '{ type: string, nullable: true }', finds: true }],
})
