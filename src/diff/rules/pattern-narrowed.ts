import { defineRule } from '../../model/diff/rule.ts'
import { list } from '../wording.ts'

export default defineRule({
  id: 'pattern-narrowed',
  on: 'schema.pattern',
  affects: 'messages',
  effect: 'narrowed',
  title: 'Pattern tightened',
  why: 'Values that do not match are rejected.',
  fix: 'Keep accepting the old values.',
  judge({ before, after, effect }) {
    if (effect === 'narrowed')
      return {
        message: `must match ${list(after)} now${before ? `, was ${list(before)}` : ''}`,
        key: [...(after ?? [])],
      }
    return undefined
  },
  examples: [
    {
      before: '{ type: string, pattern: "^[a-z]+$" }',
      after: '{ type: string, pattern: "^[a-z]{2,5}$" }',
      finds: true,
    },
    { before: '{ type: string }', after: "{ type: string, pattern: '^a' }", finds: true },
  ],
})
