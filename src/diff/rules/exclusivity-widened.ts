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
  why: 'A validator that counts the matching variants of a oneOf refuses what is sent now.',
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
