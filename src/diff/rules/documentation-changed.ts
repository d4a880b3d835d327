import { defineRule } from '../../model/rule.ts'
import { list } from '../words.ts'

/** Documentation changed. */
export default defineRule({
  id: 'documentation-changed',
  on: 'documentation',
  convention: { request: 'compatible', response: 'compatible', because: 'texts and examples restrict no value' },
  title: 'Documentation changed',
  why: 'Words changed, not the contract.',
  fix: 'Nothing to do; read whether the words promise something else now.',
  judge({ before, after }) {
    return {
      message: `${list(Object.keys(after ?? before ?? {}))} changed`,
      key: [...Object.keys(after ?? before ?? {})],
    }
  },
  examples: [
    { before: '{ get: { summary: a, responses: {} } }', after: '{ get: { summary: b, responses: {} } }', finds: true },
  ],
})
