import { defineRule } from '../../model/diff/rule.ts'
import { minus } from '../../util/json.ts'
import { list } from '../wording.ts'

export default defineRule({
  id: 'server-added',
  on: 'servers',
  affects: 'calls',
  convention: { request: 'compatible', response: 'compatible', because: 'the old addresses are still listed' },
  title: 'Server added',
  why: "Clients may use another address, but don't have to.",
  fix: 'No action needed.',
  judge({ before, after, effect }) {
    if (effect !== 'widened') return undefined
    const added = minus(after ?? [], before ?? [])
    return { message: `may also be called at ${list(added)}`, key: added }
  },
  examples: [
    {
      before: "{ get: { servers: [{ url: 'https://a.test' }], responses: {} } }",
      after: "{ get: { servers: [{ url: 'https://b.test' }, { url: 'https://a.test' }], responses: {} } }",
      finds: true,
    },
  ],
})
