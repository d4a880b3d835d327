import { defineRule } from '../../model/diff/rule.ts'
import { minus } from '../../util/json.ts'
import { values } from '../wording.ts'

export default defineRule({
  id: 'enum-widened',
  on: 'schema.enum',
  affects: 'messages',
  effect: 'widened',
  title: 'Values added to an enum',
  why: 'A client that handles every listed value receives an unknown one.',
  fix: 'Announce it first, or mark the enum as open with x-extensible-enum.',
  judge({ before, after }) {
    const added = before === undefined || after === undefined ? [] : minus(after, before)
    if (added.length > 0) return { message: `may now be ${values(added)}`, key: added }
    return undefined
  },
  examples: [{ before: '{ enum: [a] }', after: '{ enum: [a, b] }', finds: true }],
})
