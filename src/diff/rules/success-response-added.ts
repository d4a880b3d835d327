import { defineRule } from '../../model/diff/rule.ts'
import { isSuccess } from '../wording.ts'

/** Success response added. */
export default defineRule({
  id: 'success-response-added',
  on: 'response',
  convention: {
    request: 'compatible',
    response: 'risky',
    because: 'RFC 9110 §15 requires clients to treat an unknown 2xx as 200, many do not',
  },
  title: 'Success response added',
  why: 'Clients that know only the old statuses may treat the new one as a failure.',
  fix: 'Announce it; clients should accept any 2xx.',
  judge({ before, after }) {
    if (before === undefined && isSuccess(after)) return { message: 'may be returned now', key: after ?? null }
    return undefined
  },
  examples: [
    {
      before: "{ get: { responses: { '200': { description: '' } } } }",
      after: "{ get: { responses: { '200': { description: '' }, '202': { description: '' } } } }",
      finds: true,
    },
  ],
})
