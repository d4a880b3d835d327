import { defineRule } from '../../model/diff/rule.ts'
import { isSuccess, statusesGained, statusesWidened } from '../wording.ts'

/** Success response added, or a range of them in place of one. */
export default defineRule({
  id: 'success-response-added',
  on: 'response',
  affects: 'messages',
  convention: {
    request: 'compatible',
    response: 'risky',
    because: 'RFC 9110 §15 requires clients to treat an unknown 2xx as 200, but many do not',
  },
  title: 'Success response added',
  why: 'Clients that know only the old statuses may treat the new one as a failure.',
  fix: 'Announce it; clients should accept any 2xx.',
  judge({ before, after, effect }) {
    if (after === undefined || effect !== 'widened') return undefined
    if (!isSuccess(after) && !statusesGained(before, after).some(isSuccess)) return undefined
    return { message: before === undefined ? 'may be returned now' : statusesWidened(before, after), key: after }
  },
  examples: [
    {
      before: "{ get: { responses: { '200': { description: '' } } } }",
      after: "{ get: { responses: { '200': { description: '' }, '202': { description: '' } } } }",
      finds: true,
    },
    {
      before: "{ get: { responses: { '200': { description: '' } } } }",
      after: "{ get: { responses: { 2XX: { description: '' } } } }",
      finds: true,
    },
  ],
})
