import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'required-request-body-added',
  on: 'request-body',
  affects: 'messages',
  effect: 'narrowed',
  title: 'Required request body added',
  why: 'Every call without a body is rejected.',
  fix: 'Make the body optional.',
  judge({ before, after }) {
    if (before === undefined && after?.required) return { message: 'is new and required', key: null }
    return undefined
  },
  examples: [
    {
      before: '{ post: { responses: {} } }',
      after:
        '{ post: { requestBody: { required: true, content: { application/json: { schema: { type: object } } } }, responses: {} } }',
      finds: true,
    },
  ],
})
