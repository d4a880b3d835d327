import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'operation-removed',
  on: 'operation',
  affects: 'calls',
  convention: { request: 'breaking', response: 'breaking', because: 'a call to it no longer succeeds' },
  title: 'Operation removed',
  why: 'Every client that calls it gets 404 or 405.',
  fix: 'Keep it, deprecate it with a sunset date, and remove it in a new major version.',
  judge({ before, after }) {
    if (after === undefined && !before?.retired) return { message: 'is gone', key: null }
    return undefined
  },
  examples: [
    {
      before:
        "{ get: { responses: { '200': { description: '' } } }, post: { responses: { '200': { description: '' } } } }",
      after: "{ get: { responses: { '200': { description: '' } } } }",
      finds: true,
    },
    {
      before: "{ get: { responses: { '200': { description: '' } } } }",
      after: "{ get: { responses: { '200': { description: '' } } } }",
      finds: false,
    },
  ],
})
