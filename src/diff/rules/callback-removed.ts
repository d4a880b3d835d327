import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'callback-removed',
  on: 'callback',
  affects: 'calls',
  convention: { request: 'breaking', response: 'breaking', because: 'a client that waits for the call waits forever' },
  title: 'Callback removed',
  why: 'A client that waits for it waits forever.',
  fix: 'Keep calling back, or give clients another way to learn of the event.',
  judge({ before, after }) {
    if (after === undefined) return { message: `callback ${before} is gone`, key: before ?? null }
    return undefined
  },
  examples: [
    {
      before:
        "{ post: { callbacks: { done: { '{$request.body#/url}': { post: { responses: {} } } } }, responses: {} } }",
      after: '{ post: { callbacks: {}, responses: {} } }',
      finds: true,
    },
  ],
})
