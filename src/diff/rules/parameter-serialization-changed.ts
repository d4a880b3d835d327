import { defineRule } from '../../model/diff/rule.ts'
import { memberChanges } from '../wording.ts'

export default defineRule({
  id: 'parameter-serialization-changed',
  on: 'parameter.serialization',
  affects: 'messages',
  effect: 'as-compared',
  title: 'Parameter is written differently',
  why: 'Clients send the value in a serialization that the server no longer accepts.',
  fix: 'Accept both serializations.',
  judge({ before, after }) {
    return {
      message: memberChanges(before, after),
      key: after === undefined ? null : { ...after },
    }
  },
  examples: [
    {
      before:
        '{ get: { parameters: [{ in: query, name: a, schema: { type: array, items: { type: string } } }], responses: {} } }',
      after:
        '{ get: { parameters: [{ in: query, name: a, explode: false, schema: { type: array, items: { type: string } } }], responses: {} } }',
      finds: true,
    },
  ],
})
