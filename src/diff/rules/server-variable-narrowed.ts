import { defineRule } from '../../model/diff/rule.ts'
import { minus } from '../../util/json.ts'
import { values } from '../wording.ts'

export default defineRule({
  id: 'server-variable-narrowed',
  on: 'server.variable',
  affects: 'calls',
  convention: {
    request: 'risky',
    response: 'risky',
    because: 'the description does not state whether the old address still works',
  },
  title: 'Values of a server variable removed',
  why: 'Clients may still call an address that is no longer listed.',
  fix: 'Keep the old address working, or announce the move.',
  judge({ before, after }) {
    if (before === undefined || after?.values === undefined) return undefined
    const removed = before.values === undefined ? undefined : minus(before.values, after.values)
    if (removed?.length === 0) return undefined
    const what =
      removed === undefined ? `only allows ${values(after.values)} now` : `no longer allows ${values(removed)}`
    return { message: `{${after.name}} of ${after.url} ${what}`, key: [after.url, after.name, ...(removed ?? [])] }
  },
  examples: [
    {
      before:
        "{ get: { servers: [{ url: 'https://{at}.test', variables: { at: { default: eu, enum: [eu, us] } } }], responses: {} } }",
      after:
        "{ get: { servers: [{ url: 'https://{at}.test', variables: { at: { default: eu, enum: [eu] } } }], responses: {} } }",
      finds: true,
    },
  ],
})
