import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'header-became-optional',
  on: 'header.required',
  affects: 'messages',
  effect: 'widened',
  title: 'Response header became optional',
  why: 'Clients rely on it, but the API may omit it.',
  fix: 'Always send it.',
  judge({ after }) {
    if (!after) return { message: 'may be missing now', key: false }
    return undefined
  },
  examples: [
    {
      before:
        "{ get: { responses: { '200': { description: '', headers: { X-A: { required: true, schema: { type: string } } } } } } }",
      after:
        "{ get: { responses: { '200': { description: '', headers: { X-A: { required: false, schema: { type: string } } } } } } }",
      finds: true,
    },
  ],
})
