import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'required-parameter-added',
  on: 'parameter',
  affects: 'messages',
  effect: 'narrowed',
  title: 'Required parameter added',
  why: 'Every call without it is rejected.',
  fix: 'Make it optional with a default.',
  judge({ before, after }) {
    if (before === undefined && after?.required) return { message: 'is new and required', key: null }
    return undefined
  },
  examples: [
    {
      before: '{ get: { parameters: [], responses: {} } }',
      after:
        '{ get: { parameters: [{ in: query, name: a, required: true, schema: { type: string } }], responses: {} } }',
      finds: true,
    },
  ],
})
