import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'sunset-changed',
  on: 'sunset',
  affects: 'behaviour',
  convention: { request: 'risky', response: 'risky', because: 'clients plan by the announced day' },
  title: 'Sunset changed',
  why: 'Clients plan their move by the announced day.',
  fix: 'Announce a sunset once, far ahead, and do not bring it forward.',
  judge({ before, after }) {
    if (before !== after)
      return { message: `sunset is ${after ?? 'not announced'}, was ${before ?? 'not announced'}`, key: after ?? null }
    return undefined
  },
  examples: [
    {
      before: '{ get: { deprecated: true, x-sunset: 2030-01-01, responses: {} } }',
      after: '{ get: { deprecated: true, x-sunset: 2029-01-01, responses: {} } }',
      finds: true,
    },
  ],
})
