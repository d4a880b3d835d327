import { defineRule } from '../../model/diff/rule.ts'
import { rankOf } from '../wording.ts'

export default defineRule({
  id: 'stability-lowered',
  on: 'operation.stability',
  affects: 'behaviour',
  convention: {
    request: 'risky',
    response: 'risky',
    because: 'requests and responses stay the same, but the API promises less stability',
  },
  title: 'Stability lowered',
  why: 'A stable operation may now change without notice.',
  fix: 'Keep the level, and release the unstable version separately.',
  judge({ before, after }) {
    if (rankOf(after) < rankOf(before))
      return { message: `is ${after ?? 'stable'} now, was ${before ?? 'stable'}`, key: after ?? null }
    return undefined
  },
  examples: [
    { before: '{ get: { responses: {} } }', after: '{ get: { x-stability-level: beta, responses: {} } }', finds: true },
  ],
})
