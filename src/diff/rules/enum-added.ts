import { defineRule } from '../../model/diff/rule.ts'
import { values } from '../wording.ts'

export default defineRule({
  id: 'enum-added',
  on: 'schema.enum',
  affects: 'messages',
  effect: 'narrowed',
  title: 'Restricted to listed values',
  why: 'A client that sends anything else is rejected.',
  fix: 'Keep accepting other values.',
  judge({ before, after }) {
    if (before === undefined && after !== undefined)
      return { message: `allows only ${values(after)} now, was any value`, key: [...after] }
    return undefined
  },
  examples: [{ before: '{ type: string }', after: '{ type: string, enum: [a, b] }', finds: true }],
})
