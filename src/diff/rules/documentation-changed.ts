import { defineRule } from '../../model/diff/rule.ts'
import { list } from '../wording.ts'

export default defineRule({
  id: 'documentation-changed',
  on: 'documentation',
  affects: 'documentation',
  convention: { request: 'compatible', response: 'compatible', because: 'texts and examples restrict no value' },
  title: 'Documentation changed',
  why: 'Only texts changed, not the contract.',
  fix: 'Nothing to do; check whether the texts now document another behaviour.',
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
