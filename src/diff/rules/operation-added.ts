import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'operation-added',
  on: 'operation',
  affects: 'calls',
  convention: { request: 'compatible', response: 'compatible', because: 'no client depends on it yet' },
  title: 'Operation added',
  why: 'No client calls it yet.',
  fix: 'No action needed.',
  judge({ before }) {
    if (before === undefined) return { message: 'is new', key: null }
    return undefined
  },
  examples: [
    {
      before: "{ get: { responses: { '200': { description: '' } } } }",
      after:
        "{ get: { responses: { '200': { description: '' } } }, post: { responses: { '200': { description: '' } } } }",
      finds: true,
    },
  ],
})
