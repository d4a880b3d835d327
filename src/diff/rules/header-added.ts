import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'header-added',
  on: 'header',
  affects: 'messages',
  convention: {
    request: 'compatible',
    response: 'compatible',
    because: 'RFC 9110 §5.1: recipients ignore header fields they do not know',
  },
  title: 'Response header added',
  why: 'Clients ignore headers they do not know.',
  fix: 'Nothing to do.',
  judge({ before }) {
    if (before === undefined) return { message: 'is new', key: null }
    return undefined
  },
  examples: [
    {
      before: "{ get: { responses: { '200': { description: '' } } } }",
      after:
        "{ get: { responses: { '200': { description: '', headers: { X-A: { required: false, schema: { type: string } } } } } } }",
      finds: true,
    },
  ],
})
