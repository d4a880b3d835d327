import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'deprecation-added',
  on: 'deprecation',
  affects: 'behaviour',
  convention: { request: 'compatible', response: 'compatible', because: 'it still works' },
  title: 'Deprecated',
  why: 'Clients should move away from it.',
  fix: 'Document the start of the deprecation, the replacement and the removal date (Deprecation and Sunset headers, RFC 9745 and RFC 8594).',
  judge({ after }) {
    if (after) return { message: 'is deprecated now', key: true }
    return undefined
  },
  examples: [
    { before: '{ get: { responses: {} } }', after: '{ get: { deprecated: true, responses: {} } }', finds: true },
  ],
})
