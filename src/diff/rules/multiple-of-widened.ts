import { defineRule } from '../../model/diff/rule.ts'
import { jsonOrNone } from '../wording.ts'

export default defineRule({
  id: 'multiple-of-widened',
  on: 'schema.multiple-of',
  affects: 'messages',
  effect: 'widened',
  title: 'multipleOf loosened',
  why: 'A client receives more precise values than before.',
  fix: 'Keep the old multipleOf in responses.',
  judge({ before, effect }) {
    if (effect === 'widened')
      return { message: `need not be a multiple of ${jsonOrNone(before)} any more`, key: before ?? null }
    return undefined
  },
  examples: [{ before: '{ type: number, multipleOf: 0.5 }', after: '{ type: number }', finds: true }],
})
