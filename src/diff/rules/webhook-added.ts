import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'webhook-added',
  on: 'webhook',
  affects: 'calls',
  convention: { request: 'compatible', response: 'compatible', because: 'only subscribers receive it' },
  title: 'Webhook added',
  why: 'Only subscribers receive it.',
  fix: 'No action needed.',
  judge({ before, after }) {
    if (before === undefined) return { message: 'is new', key: after ?? null }
    return undefined
  },
  examples: [
    {
      before: "{ openapi: 3.1.0, info: { title: T, version: '1' }, paths: {}, webhooks: {} }",
      after:
        "{ openapi: 3.1.0, info: { title: T, version: '1' }, paths: {}, webhooks: { done: { post: { responses: {} } } } }",
      finds: true,
    },
  ],
})
