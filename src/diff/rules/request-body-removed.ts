import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'request-body-removed',
  on: 'request-body',
  affects: 'messages',
  convention: {
    request: 'risky',
    response: 'breaking',
    because:
      'most servers ignore an unexpected body, and its content is lost; if the API itself sends the body, clients miss it',
  },
  title: 'Request body removed',
  why: 'Clients still send it; the server ignores or rejects it.',
  fix: 'Keep accepting a body until clients have stopped sending it.',
  judge({ after }) {
    if (after === undefined) return { message: 'is gone', key: null }
    return undefined
  },
  examples: [
    {
      before:
        '{ post: { requestBody: { required: false, content: { application/json: { schema: { type: object } } } }, responses: {} } }',
      after: '{ post: { responses: {} } }',
      finds: true,
    },
  ],
})
