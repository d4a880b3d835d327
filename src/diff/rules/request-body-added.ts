import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'request-body-added',
  on: 'request-body',
  affects: 'messages',
  convention: { request: 'compatible', response: 'compatible', because: 'a call without it stays valid' },
  title: 'Optional request body added',
  why: 'Calls without a body work as before.',
  fix: 'No action needed.',
  judge({ before, after }) {
    if (before === undefined && after?.required === false) return { message: 'is new and optional', key: null }
    return undefined
  },
  examples: [
    {
      before: '{ post: { responses: {} } }',
      after:
        '{ post: { requestBody: { required: false, content: { application/json: { schema: { type: object } } } }, responses: {} } }',
      finds: true,
    },
  ],
})
