import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'header-added',
  on: 'header',
  affects: 'messages',
  convention: {
    request: 'compatible',
    response: 'compatible',
    because: 'recipients ignore unknown header fields (RFC 9110 §5.1)',
  },
  title: 'Response header added',
  why: 'Clients ignore unknown headers.',
  fix: 'No action needed.',
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
