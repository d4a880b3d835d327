import { defineRule } from '../../model/diff/rule.ts'
import { values } from '../wording.ts'

export default defineRule({
  id: 'enum-removed',
  on: 'schema.enum',
  affects: 'messages',
  effect: 'widened',
  title: 'No longer restricted to listed values',
  why: 'A client receives unknown values.',
  fix: 'Keep the list, or announce that it is open.',
  judge({ before, after }) {
    if (before !== undefined && after === undefined)
      return { message: `is no longer limited to ${values(before)}`, key: [...before] }
    return undefined
  },
  examples: [{ before: '{ type: string, enum: [a, b] }', after: '{ type: string }', finds: true }],
})
