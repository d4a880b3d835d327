import { defineRule } from '../../model/diff/rule.ts'
import { isSuccess } from '../wording.ts'

export default defineRule({
  id: 'success-response-removed',
  on: 'response',
  affects: 'messages',
  convention: {
    request: 'breaking',
    response: 'breaking',
    because: 'clients check for the documented statuses',
  },
  title: 'Success response removed',
  why: 'Clients wait for a status that is no longer returned.',
  fix: 'Keep the status, or release a new major version.',
  judge({ before, after }) {
    if (after === undefined && isSuccess(before)) return { message: 'is no longer returned', key: before ?? null }
    return undefined
  },
  examples: [
    {
      before: "{ get: { responses: { '200': { description: '' }, '202': { description: '' } } } }",
      after: "{ get: { responses: { '200': { description: '' } } } }",
      finds: true,
    },
    {
      before: "{ get: { responses: { '200': { description: '' }, '404': { description: '' } } } }",
      after: "{ get: { responses: { '200': { description: '' } } } }",
      finds: false,
    },
  ],
})
