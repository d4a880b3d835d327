import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'parameter-became-optional',
  on: 'parameter.required',
  affects: 'messages',
  effect: 'widened',
  title: 'Parameter became optional',
  why: 'Calls with it work as before.',
  fix: 'No action needed.',
  judge({ after }) {
    if (!after) return { message: 'is optional now', key: false }
    return undefined
  },
  examples: [
    {
      before:
        '{ get: { parameters: [{ in: query, name: a, required: true, schema: { type: string } }], responses: {} } }',
      after: '{ get: { parameters: [{ in: query, name: a, schema: { type: string } }], responses: {} } }',
      finds: true,
    },
  ],
})
