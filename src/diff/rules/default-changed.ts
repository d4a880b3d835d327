import { defineRule } from '../../model/diff/rule.ts'
import { jsonOrNone } from '../wording.ts'

export default defineRule({
  id: 'default-changed',
  on: 'schema.default',
  affects: 'behaviour',
  convention: {
    request: 'risky',
    response: 'compatible',
    because: 'every message stays valid, but omitting the value now has another meaning',
  },
  title: 'Default changed',
  why: 'A client that omits the value gets different behavior.',
  fix: 'Keep the default.',
  judge({ before, after }) {
    return { message: `default is ${jsonOrNone(after)}, was ${jsonOrNone(before)}`, key: after ?? null }
  },
  examples: [{ before: '{ type: integer, default: 1 }', after: '{ type: integer, default: 2 }', finds: true }],
})
