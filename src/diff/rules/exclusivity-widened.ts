import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'exclusivity-widened',
  on: 'schema.exclusivity',
  affects: 'messages',
  convention: {
    request: 'compatible',
    response: 'risky',
    because: 'branches of published descriptions overlap, and most servers and clients do not count how many match',
  },
  title: 'Several variants may match now',
  why: 'A strict validator rejects a value that matches several variants of a oneOf.',
  fix: 'Distinguish the variants by a required constant.',
  judge({ before, after }) {
    if (after === undefined && before !== undefined) {
      return { message: `no longer refuses values that several of ${before.join(', ')} allow`, key: before }
    }
    return undefined
  },
  examples: [
    {
      before:
        '{ oneOf: [{ type: object, required: [a], properties: { a: { type: string } } }, { type: object, required: [b], properties: { b: { type: integer } } }] }',
      after:
        '{ anyOf: [{ type: object, required: [a], properties: { a: { type: string } } }, { type: object, required: [b], properties: { b: { type: integer } } }] }',
      finds: true,
    },
  ],
})
