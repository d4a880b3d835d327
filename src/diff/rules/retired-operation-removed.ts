import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'retired-operation-removed',
  on: 'operation',
  affects: 'calls',
  convention: {
    request: 'compatible',
    response: 'compatible',
    because: 'it was deprecated and its announced sunset has passed',
  },
  title: 'Operation removed after its sunset',
  why: 'It was deprecated and its announced sunset has passed; clients were notified.',
  fix: 'No action needed.',
  judge({ before, after }) {
    if (after === undefined && before?.retired)
      return { message: `is gone, as announced for ${before.sunset}`, key: null }
    return undefined
  },
  examples: [
    {
      before: '{ get: { responses: {} }, post: { deprecated: true, x-sunset: 2020-01-31, responses: {} } }',
      after: '{ get: { responses: {} } }',
      finds: true,
    },
  ],
})
