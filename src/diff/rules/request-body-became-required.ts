import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'request-body-became-required',
  on: 'request-body.required',
  affects: 'messages',
  effect: 'narrowed',
  title: 'Request body became required',
  why: 'Calls without a body are rejected.',
  fix: 'Keep the body optional.',
  judge({ after }) {
    if (after) return { message: 'is required now', key: true }
    return undefined
  },
  examples: [
    {
      before:
        '{ post: { requestBody: { required: false, content: { application/json: { schema: { type: object } } } }, responses: {} } }',
      after:
        '{ post: { requestBody: { required: true, content: { application/json: { schema: { type: object } } } }, responses: {} } }',
      finds: true,
    },
  ],
})
