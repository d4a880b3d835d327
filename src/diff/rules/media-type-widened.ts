import { defineRule } from '../../model/diff/rule.ts'

/** A media type became a range that includes it. */
export default defineRule({
  id: 'media-type-widened',
  on: 'media-type',
  affects: 'messages',
  convention: {
    request: 'compatible',
    response: 'risky',
    because: 'a client that asks for its type may still get it (RFC 9110 §12.5.1), but it is no longer promised',
  },
  title: 'Media type became a range',
  why: 'A client that reads only the old type may receive another type of the range.',
  fix: 'Keep the type in the description, too.',
  judge({ before, after, effect }) {
    if (before === undefined || after === undefined || effect !== 'widened') return undefined
    return { message: `is ${after} now, was ${before}`, key: after }
  },
  examples: [
    {
      before: '{ post: { requestBody: { content: { application/json: {} } }, responses: {} } }',
      after: "{ post: { requestBody: { content: { 'application/*': {} } }, responses: {} } }",
      finds: true,
    },
    {
      before: '{ post: { requestBody: { content: { application/json: {} } }, responses: {} } }',
      after: "{ post: { requestBody: { content: { application/json: {}, 'application/*': {} } }, responses: {} } }",
      finds: false,
    },
  ],
})
