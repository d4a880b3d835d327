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
  why: 'A client that follows the link from one response to the next call sends another call.',
  fix: 'Keep old links beside new ones.',
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
