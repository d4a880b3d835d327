import { defineRule } from '../../model/diff/rule.ts'
import { list } from '../wording.ts'

export default defineRule({
  id: 'documentation-changed',
  on: 'documentation',
  affects: 'documentation',
  convention: {
    request: 'compatible',
    response: 'compatible',
    because: 'descriptions and examples do not restrict values',
  },
  title: 'Documentation changed',
  why: 'Only the documentation changed, not the contract.',
  fix: 'No action needed, but check whether the documentation now describes other behavior.',
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
