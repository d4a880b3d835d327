import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'callback-added',
  on: 'callback',
  affects: 'calls',
  convention: {
    request: 'compatible',
    response: 'compatible',
    because: 'the API calls only addresses that clients gave it',
  },
  title: 'Callback added',
  why: 'The API calls only addresses that clients registered.',
  fix: 'No action needed.',
  judge({ before, after }) {
    if (before === undefined) return { message: `callback ${after} is new`, key: after ?? null }
    return undefined
  },
  examples: [
    {
      before: '{ post: { callbacks: {}, responses: {} } }',
      after:
        "{ post: { callbacks: { done: { '{$request.body#/url}': { post: { responses: {} } } } }, responses: {} } }",
      finds: true,
    },
  ],
})
