import { defineRule } from '../../model/diff/rule.ts'
import { keywordChange } from '../wording.ts'

export default defineRule({
  id: 'keyword-changed',
  on: 'schema.keyword',
  affects: 'messages',
  effect: 'as-compared',
  tolerance: {
    because: 'clients ignore unknown properties',
    covers: ({ before, after, effect }) =>
      before === undefined && after?.keyword === 'patternProperties' && effect === 'widened',
  },
  title: 'Constraint changed',
  why: "specdrift can't compare the values that this keyword allows.",
  fix: 'Check by hand whether old values stay valid.',
  judge({ before, after }) {
    const keyword = (after ?? before)?.keyword ?? ''
    const done = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
    return { message: keywordChange(before, after), key: [keyword, done] }
  },
  examples: [
    { before: '{ type: string }', after: '{ type: string, not: { enum: [a] } }', finds: true },
    { before: '{ type: object }', after: '{ type: object, dependentRequired: { a: [b] } }', finds: true },
  ],
})
