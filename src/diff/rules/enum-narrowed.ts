import { defineRule } from '../../model/diff/rule.ts'
import { minus } from '../../util/json.ts'
import { values } from '../wording.ts'

export default defineRule({
  id: 'enum-narrowed',
  on: 'schema.enum',
  affects: 'messages',
  effect: 'narrowed',
  title: 'Values removed from an enum',
  why: 'A client that still sends a removed value is rejected.',
  fix: 'Keep the value and deprecate it, or release a new major version.',
  judge({ before, after }) {
    const removed = before === undefined || after === undefined ? [] : minus(before, after)
    if (removed.length > 0) return { message: `no longer allows ${values(removed)}`, key: removed }
    return undefined
  },
  examples: [
    { before: '{ enum: [a, b] }', after: '{ enum: [a] }', finds: true },
    { before: '{ enum: [a] }', after: '{ enum: [a, b] }', finds: false },
  ],
})
