import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'callback-moved',
  on: 'callback.moved',
  affects: 'calls',
  convention: {
    request: 'breaking',
    response: 'breaking',
    because: 'the API reads the address from another location, or calls it with another method',
  },
  title: 'Callback moved',
  why: 'A client that sends its address at the old location is no longer called.',
  fix: 'Keep calling the address that clients give today, and add the new one as a separate callback.',
  judge({ before, after }) {
    return { message: `callback moved from ${before} to ${after}`, key: before ?? null }
  },
  examples: [
    {
      before:
        "{ post: { callbacks: { done: { '{$request.body#/url}': { post: { responses: {} } } } }, responses: {} } }",
      after:
        "{ post: { callbacks: { done: { '{$request.body#/callback}': { post: { responses: {} } } } }, responses: {} } }",
      finds: true,
    },
    {
      before:
        "{ post: { callbacks: { done: { '$request.header.X-Url': { post: { responses: {} } } } }, responses: {} } }",
      after:
        "{ post: { callbacks: { done: { '{$request.header.x-url}': { post: { responses: {} } } } }, responses: {} } }",
      finds: false,
    },
  ],
})
