import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'nullable-removed',
  on: 'schema.nullable',
  affects: 'messages',
  effect: 'narrowed',
  title: 'May no longer be null',
  why: 'A client that sends null is rejected.',
  fix: 'Keep accepting null.',
  judge({ after }) {
    if (!after) return { message: 'may no longer be null', key: false }
    return undefined
  },
  examples: [{ before: '{ type: string, nullable: true }', after: '{ type: string }', finds: true }],
})
