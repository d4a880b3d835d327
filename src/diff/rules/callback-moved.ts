import { defineRule } from '../../model/rule.ts'

/** Callback moved. */
export default defineRule({
  id: 'callback-moved',
  on: 'callback.moved',
  convention: {
    request: 'breaking',
    response: 'breaking',
    because: 'the API takes the address from elsewhere, or calls it in another way',
  },
  title: 'Callback moved',
  why: 'A client that gave its address where it was asked for before waits for the call forever.',
  fix: 'Keep calling the address that clients give today, and add the new one as a callback of its own.',
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
