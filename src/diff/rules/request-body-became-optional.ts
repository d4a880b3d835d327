import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'request-body-became-optional',
  on: 'request-body.required',
  affects: 'messages',
  effect: 'widened',
  title: 'Request body became optional',
  why: 'Calls with a body work as before.',
  fix: 'No action needed.',
  judge({ after }) {
    if (!after) return { message: 'is optional now', key: false }
    return undefined
  },
  examples: [
    {
      before:
        '{ post: { requestBody: { required: true, content: { application/json: { schema: { type: object } } } }, responses: {} } }',
      after:
        '{ post: { requestBody: { required: false, content: { application/json: { schema: { type: object } } } }, responses: {} } }',
      finds: true,
    },
  ],
})
