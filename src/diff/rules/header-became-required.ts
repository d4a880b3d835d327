import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'header-became-required',
  on: 'header.required',
  affects: 'messages',
  effect: 'narrowed',
  title: 'Response header became required',
  why: 'It is guaranteed now.',
  fix: 'No action needed.',
  judge({ after }) {
    if (after) return { message: 'is always sent now', key: true }
    return undefined
  },
  examples: [
    {
      before:
        "{ get: { responses: { '200': { description: '', headers: { X-A: { required: false, schema: { type: string } } } } } } }",
      after:
        "{ get: { responses: { '200': { description: '', headers: { X-A: { required: true, schema: { type: string } } } } } } }",
      finds: true,
    },
  ],
})
