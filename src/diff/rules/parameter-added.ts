import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'parameter-added',
  on: 'parameter',
  affects: 'messages',
  convention: { request: 'compatible', response: 'compatible', because: 'a call without it stays valid' },
  title: 'Optional parameter added',
  why: 'Calls without it work as before.',
  fix: 'No action needed.',
  judge({ before, after }) {
    if (before === undefined && after?.required === false) return { message: 'is new and optional', key: null }
    return undefined
  },
  examples: [
    {
      before: '{ get: { parameters: [], responses: {} } }',
      after: '{ get: { parameters: [{ in: query, name: a, schema: { type: string } }], responses: {} } }',
      finds: true,
    },
    {
      before: '{ get: { parameters: [], responses: {} } }',
      after:
        '{ get: { parameters: [{ in: query, name: a, required: true, schema: { type: string } }], responses: {} } }',
      finds: false,
    },
  ],
})
