import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'access-changed',
  on: 'schema.access',
  affects: 'messages',
  convention: {
    request: 'risky',
    response: 'risky',
    because: 'readOnly and writeOnly state who may set a value, not which values are valid',
  },
  title: 'Read/write access changed',
  why: 'The API may ignore or reject a value that clients send, or omit one that clients read.',
  fix: 'Split the schema into one for reading and one for writing.',
  judge({ before, after }) {
    return { message: `is ${after} now, was ${before}`, key: after ?? null }
  },
  examples: [
    {
      before: '{ type: object, properties: { a: { type: string } } }',
      after: '{ type: object, properties: { a: { type: string, readOnly: true } } }',
      finds: true,
    },
  ],
})
