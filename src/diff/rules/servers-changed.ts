import { defineRule } from '../../model/diff/rule.ts'
import { list } from '../wording.ts'

export default defineRule({
  id: 'servers-changed',
  on: 'servers',
  affects: 'calls',
  convention: {
    request: 'risky',
    response: 'risky',
    because: 'the description does not state whether the old address still works',
  },
  title: 'Servers changed',
  why: 'Clients may still call an address that is no longer listed.',
  fix: 'Keep the old address working, or announce the move.',
  judge({ before, after, effect }) {
    if (effect === 'widened') return undefined
    const [gone, added] = [except(before, after), except(after, before)]
    const now = added.length === 0 ? '' : `, but at ${list(added)}`
    return { message: `is no longer at ${list(gone)}${now}`, key: [...(after ?? [])] }
  },
  examples: [
    {
      before: "{ get: { servers: [{ url: 'https://a.test' }], responses: {} } }",
      after: "{ get: { servers: [{ url: 'https://b.test' }], responses: {} } }",
      finds: true,
    },
  ],
})

function except(urls: readonly string[] = [], others: readonly string[] = []): readonly string[] {
  return urls.filter((url) => !others.includes(url))
}
