import { defineRule } from '../../model/diff/rule.ts'
import { minus } from '../../util/json.ts'
import { values } from '../wording.ts'

export default defineRule({
  id: 'server-variable-widened',
  on: 'server.variable',
  affects: 'calls',
  convention: { request: 'compatible', response: 'compatible', because: 'the old addresses are still listed' },
  title: 'Values of a server variable added',
  why: "Clients may use another address, but don't have to.",
  fix: 'No action needed.',
  judge({ before, after }) {
    if (after === undefined || before?.values === undefined) return undefined
    const added = after.values === undefined ? undefined : minus(after.values, before.values)
    if (added?.length === 0) return undefined
    const what = added === undefined ? 'may be anything now' : `also allows ${values(added)}`
    return { message: `{${after.name}} of ${after.url} ${what}`, key: [after.url, after.name, ...(added ?? [])] }
  },
  examples: [
    {
      before:
        "{ get: { servers: [{ url: 'https://{at}.test', variables: { at: { default: eu, enum: [eu] } } }], responses: {} } }",
      after:
        "{ get: { servers: [{ url: 'https://{at}.test', variables: { at: { default: eu, enum: [eu, us] } } }], responses: {} } }",
      finds: true,
    },
  ],
})
