import { defineRule } from '../../model/rule.ts'
import { isSuccess } from '../words.ts'

/** Success response removed. */
export default defineRule({
  id: 'success-response-removed',
  on: 'response',
  convention: {
    request: 'breaking',
    response: 'breaking',
    because: 'clients test for the statuses they were promised',
  },
  title: 'Success response removed',
  why: 'Clients wait for a status that no longer comes.',
  fix: 'Keep the status, or release a new major version.',
  judge({ before, after }) {
    if (after === undefined && isSuccess(before)) return { message: 'is no longer answered', key: before ?? null }
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
