import { defineRule } from '../../model/diff/rule.ts'
import { bound } from '../wording.ts'

export default defineRule({
  id: 'bound-widened',
  on: 'schema.bound',
  affects: 'messages',
  effect: 'widened',
  title: 'Bound loosened',
  why: 'A client receives values beyond the old bound (a longer string, a larger number).',
  fix: 'Keep the old bound in responses.',
  judge({ before, after, effect }) {
    if (effect === 'widened') return { message: `${bound(after)} now, was ${bound(before)}`, key: bound(after) }
    return undefined
  },
  examples: [
    {
      before: '{ type: array, items: {}, maxItems: 5 }',
      after: '{ type: array, items: {}, maxItems: 10 }',
      finds: true,
    },
  ],
})
