import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'required-header-removed',
  on: 'header',
  affects: 'messages',
  effect: 'widened',
  title: 'Required response header removed',
  why: 'Clients rely on it.',
  fix: 'Keep sending it.',
  judge({ before, after }) {
    if (after === undefined && before?.required) return { message: 'is gone', key: null }
    return undefined
  },
  examples: [
    {
      before:
        "{ get: { responses: { '200': { description: '', headers: { X-A: { required: true, schema: { type: string } } } } } } }",
      after: "{ get: { responses: { '200': { description: '' } } } }",
      finds: true,
    },
  ],
})
