import { defineRule } from '../../model/diff/rule.ts'
import { isSuccess, statusesGained, statusesWidened } from '../wording.ts'

export default defineRule({
  id: 'error-response-added',
  on: 'response',
  affects: 'messages',
  convention: {
    request: 'compatible',
    response: 'compatible',
    because: 'clients must be ready for any error status anyway',
  },
  title: 'Error response documented',
  why: 'Clients must be ready for any error status anyway.',
  fix: 'No action needed.',
  judge({ before, after, effect }) {
    if (after === undefined || effect !== 'widened') return undefined
    if (isSuccess(after) || statusesGained(before, after).some(isSuccess)) return undefined
    return { message: before === undefined ? 'is documented now' : statusesWidened(before, after), key: after }
  },
  examples: [
    {
      before: "{ get: { responses: { '200': { description: '' } } } }",
      after: "{ get: { responses: { '200': { description: '' }, '404': { description: '' } } } }",
      finds: true,
    },
    {
      before: "{ get: { responses: { '200': { description: '' }, '404': { description: '' } } } }",
      after: "{ get: { responses: { '200': { description: '' }, 4XX: { description: '' } } } }",
      finds: true,
    },
  ],
})
