import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'exclusivity-narrowed',
  on: 'schema.exclusivity',
  affects: 'messages',
  convention: {
    request: 'risky',
    response: 'compatible',
    because: 'branches of published descriptions overlap, and most servers and clients do not count how many match',
  },
  title: 'Only one variant may match now',
  why: 'A strict validator rejects a value that matches several variants of a oneOf.',
  fix: 'Distinguish the variants by a required constant, or use anyOf.',
  judge({ before, after }) {
    if (before === undefined && after !== undefined) {
      return { message: `refuses values now that several of ${after.join(', ')} allow`, key: after }
    }
    return undefined
  },
  examples: [
    {
      before:
        '{ anyOf: [{ type: object, required: [a], properties: { a: { type: string } } }, { type: object, required: [b], properties: { b: { type: integer } } }] }',
      after:
        '{ oneOf: [{ type: object, required: [a], properties: { a: { type: string } } }, { type: object, required: [b], properties: { b: { type: integer } } }] }',
      finds: true,
    },
  ],
})
