import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'deprecation-removed',
  on: 'deprecation',
  affects: 'behaviour',
  convention: { request: 'compatible', response: 'compatible', because: 'it works as before' },
  title: 'No longer deprecated',
  why: 'The deprecation was withdrawn.',
  fix: 'No action needed.',
  judge({ before, after }) {
    if (before && !after) return { message: 'is no longer deprecated', key: false }
    return undefined
  },
  examples: [
    { before: '{ get: { deprecated: true, responses: {} } }', after: '{ get: { responses: {} } }', finds: true },
  ],
})
