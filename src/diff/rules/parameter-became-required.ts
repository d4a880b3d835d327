import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'parameter-became-required',
  on: 'parameter.required',
  affects: 'messages',
  effect: 'narrowed',
  title: 'Parameter became required',
  why: 'Calls without it are rejected.',
  fix: 'Keep it optional with a default.',
  judge({ after }) {
    if (after) return { message: 'is required now', key: true }
    return undefined
  },
  examples: [
    {
      before: '{ get: { parameters: [{ in: query, name: a, schema: { type: string } }], responses: {} } }',
      after:
        '{ get: { parameters: [{ in: query, name: a, required: true, schema: { type: string } }], responses: {} } }',
      finds: true,
    },
  ],
})
