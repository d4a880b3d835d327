import { defineRule } from '../../model/diff/rule.ts'
import { isSuccess } from '../wording.ts'

export default defineRule({
  id: 'error-response-removed',
  on: 'response',
  affects: 'messages',
  convention: {
    request: 'compatible',
    response: 'compatible',
    because: 'clients must be ready for any error status anyway',
  },
  title: 'Error response removed',
  why: 'Clients no longer need to handle it.',
  fix: 'No action needed.',
  judge({ before, after }) {
    if (after === undefined && !isSuccess(before)) return { message: 'is no longer documented', key: before ?? null }
    return undefined
  },
  examples: [
    {
      before: "{ get: { responses: { '200': { description: '' }, '404': { description: '' } } } }",
      after: "{ get: { responses: { '200': { description: '' } } } }",
      finds: true,
    },
  ],
})
