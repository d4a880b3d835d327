import { defineRule } from '../../model/diff/rule.ts'
import { memberChanges } from '../wording.ts'

export default defineRule({
  id: 'header-serialization-changed',
  on: 'header.serialization',
  affects: 'messages',
  effect: 'incomparable',
  title: 'Response header is written differently',
  why: 'Clients parse the value in the old serialization.',
  fix: 'Keep the serialization of the header, or send the new one under another name.',
  judge({ before, after }) {
    return {
      message: memberChanges(before, after),
      key: after === undefined ? null : { ...after },
    }
  },
  examples: [
    {
      before: "{ get: { responses: { '200': { description: ok, headers: { X-A: { schema: { type: object } } } } } } }",
      after:
        "{ get: { responses: { '200': { description: ok, headers: { X-A: { explode: true, schema: { type: object } } } } } } }",
      finds: true,
    },
    {
      before: "{ get: { responses: { '200': { description: ok, headers: { X-A: { schema: { type: string } } } } } } }",
      after:
        "{ get: { responses: { '200': { description: ok, headers: { X-A: { explode: true, schema: { type: string } } } } } } }",
      finds: false,
    },
  ],
})
