import { defineRule } from '../../model/diff/rule.ts'
import { entryChanges } from '../wording.ts'

export default defineRule({
  id: 'links-changed',
  on: 'links',
  affects: 'behaviour',
  convention: {
    request: 'compatible',
    response: 'risky',
    because: 'a link is a hint to clients, and restricts no value',
  },
  title: 'Links changed',
  why: 'A client that follows the link sends another request than before.',
  fix: 'Keep the old links next to the new ones.',
  judge({ before, after }) {
    return { message: entryChanges('link', before, after), key: after ?? null }
  },
  examples: [
    {
      before: "{ get: { responses: { '200': { description: '', links: { a: { operationId: x } } } } } }",
      after: "{ get: { responses: { '200': { description: '', links: { a: { operationId: y } } } } } }",
      finds: true,
    },
  ],
})
