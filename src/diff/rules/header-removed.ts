import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'header-removed',
  on: 'header',
  affects: 'messages',
  convention: { request: 'risky', response: 'risky', because: 'it was never guaranteed, but clients may read it' },
  title: 'Optional response header removed',
  why: 'Clients that read it no longer find it.',
  fix: 'Keep sending it until clients have moved.',
  judge({ before, after }) {
    if (after === undefined && before?.required === false) return { message: 'is gone', key: null }
    return undefined
  },
  examples: [
    {
      before:
        "{ get: { responses: { '200': { description: '', headers: { X-A: { required: false, schema: { type: string } } } } } } }",
      after: "{ get: { responses: { '200': { description: '' } } } }",
      finds: true,
    },
  ],
})
