import { defineRule } from '../../model/diff/rule.ts'
import { minus } from '../../util/json.ts'
import { values } from '../wording.ts'

export default defineRule({
  id: 'extensible-enum-narrowed',
  on: 'schema.extensible-enum',
  affects: 'messages',
  convention: {
    request: 'breaking',
    response: 'compatible',
    because: 'an open list may grow, but a removed value was documented for clients to send',
  },
  title: 'Values removed from an open enum',
  why: 'A client that still sends a removed value may be rejected.',
  fix: 'Keep accepting the value.',
  judge({ before, after }) {
    const removed = minus(before ?? [], after ?? [])
    if (removed.length > 0) return { message: `no longer lists ${values(removed)}`, key: removed }
    return undefined
  },
  examples: [
    {
      before: '{ type: string, x-extensible-enum: [a, b] }',
      after: '{ type: string, x-extensible-enum: [a] }',
      finds: true,
    },
  ],
})
