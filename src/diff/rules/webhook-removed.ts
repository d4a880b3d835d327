import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'webhook-removed',
  on: 'webhook',
  affects: 'calls',
  convention: { request: 'breaking', response: 'breaking', because: 'a subscriber waits for the event forever' },
  title: 'Webhook removed',
  why: 'A subscriber waits for it forever.',
  fix: 'Keep sending it, or give subscribers another way to learn of the event.',
  judge({ before, after }) {
    if (after === undefined) return { message: 'is gone', key: before ?? null }
    return undefined
  },
  examples: [
    {
      before:
        "{ openapi: 3.1.0, info: { title: T, version: '1' }, paths: {}, webhooks: { done: { post: { responses: {} } } } }",
      after: "{ openapi: 3.1.0, info: { title: T, version: '1' }, paths: {}, webhooks: {} }",
      finds: true,
    },
  ],
})
