import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'operation-moved',
  on: 'operation.moved',
  affects: 'calls',
  convention: { request: 'breaking', response: 'breaking', because: 'a call to the old address no longer succeeds' },
  title: 'Operation moved',
  why: 'A client calls the old method or path and gets 404 or 405.',
  fix: 'Keep the old address as an alias, or redirect with 308.',
  judge({ before, after }) {
    return { message: `moved from ${before} to ${after}`, key: before ?? null }
  },
  examples: [
    {
      before: "{ get: { operationId: read, responses: { '200': { description: '' } } } }",
      after: "{ post: { operationId: read, responses: { '200': { description: '' } } } }",
      finds: true,
    },
  ],
})
