import { defineRule } from '../../model/rule.ts'

/** Callbacks changed. */
export default defineRule({
  id: 'callbacks-changed',
  on: 'callbacks',
  convention: {
    request: 'risky',
    response: 'risky',
    because: 'callbacks are compared as a whole, not judged in detail',
  },
  title: 'Callbacks changed',
  why: 'A client that receives the callback may meet something it does not expect.',
  fix: 'Compare the callbacks by hand: specdrift reports that they differ, not how.',
  judge() {
    return { message: 'callbacks differ', key: null }
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
