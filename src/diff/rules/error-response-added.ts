import { defineRule } from '../../model/diff/rule.ts'
import { isSuccess } from '../wording.ts'

/** Error response documented. */
export default defineRule({
  id: 'error-response-added',
  on: 'response',
  convention: {
    request: 'compatible',
    response: 'compatible',
    because: 'clients must be ready for any error status anyway',
  },
  title: 'Error response documented',
  why: 'Clients must be ready for any error status anyway.',
  fix: 'Nothing to do.',
  judge({ before, after }) {
    if (before === undefined && !isSuccess(after)) return { message: 'is documented now', key: after ?? null }
    return undefined
  },
  examples: [
    {
      before: "{ get: { responses: { '200': { description: '' } } } }",
      after: "{ get: { responses: { '200': { description: '' }, '404': { description: '' } } } }",
      finds: true,
    },
  ],
})
