import { defineRule } from '../../model/diff/rule.ts'
import { rankOf } from '../wording.ts'

export default defineRule({
  id: 'stability-raised',
  on: 'operation.stability',
  affects: 'behaviour',
  convention: { request: 'compatible', response: 'compatible', because: 'requests and responses stay the same' },
  title: 'Stability raised',
  why: 'It is documented as more stable than before.',
  fix: 'No action needed.',
  judge({ before, after }) {
    if (rankOf(after) > rankOf(before))
      return { message: `is ${after ?? 'stable'} now, was ${before ?? 'stable'}`, key: after ?? null }
    return undefined
  },
  examples: [
    {
      before: '{ get: { x-stability-level: alpha, responses: {} } }',
      after: '{ get: { x-stability-level: stable, responses: {} } }',
      finds: true,
    },
  ],
})
