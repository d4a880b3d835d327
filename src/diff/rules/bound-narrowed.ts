import { defineRule } from '../../model/diff/rule.ts'
import { bound } from '../wording.ts'

export default defineRule({
  id: 'bound-narrowed',
  on: 'schema.bound',
  affects: 'messages',
  effect: 'narrowed',
  title: 'Bound tightened',
  why: 'Values that were valid are rejected.',
  fix: 'Keep the old bound.',
  judge({ before, after, effect }) {
    if (effect === 'narrowed') return { message: `${bound(after)} now, was ${bound(before)}`, key: bound(after) }
    return undefined
  },
  examples: [
    { before: '{ type: string, maxLength: 10 }', after: '{ type: string, maxLength: 5 }', finds: true },
    { before: '{ type: integer }', after: '{ type: integer, minimum: 1 }', finds: true },
    {
      before: '{ type: integer, minimum: 1 }',
      after: '{ type: integer, exclusiveMinimum: true, minimum: 0 }',
      finds: false,
    },
  ],
})
