import { defineRule } from '../../model/diff/rule.ts'

/** A media type range was replaced by some types of it. */
export default defineRule({
  id: 'media-type-narrowed',
  on: 'media-type',
  affects: 'messages',
  convention: {
    request: 'breaking',
    response: 'compatible',
    because: 'a client that sends another type of the range gets 415, and responses still have a documented type',
  },
  title: 'Media type range narrowed',
  why: 'A client that sends another type of the range gets 415.',
  fix: 'Keep accepting the range.',
  judge({ before, after, effect }) {
    if (before === undefined || after === undefined || effect !== 'narrowed') return undefined
    return { message: `is ${after} now, was ${before}`, key: after }
  },
  examples: [
    {
      before: "{ post: { requestBody: { content: { 'application/*': {} } }, responses: {} } }",
      after: '{ post: { requestBody: { content: { application/json: {} } }, responses: {} } }',
      finds: true,
    },
    {
      before: "{ post: { requestBody: { content: { 'application/*': {} } }, responses: {} } }",
      after: "{ post: { requestBody: { content: { application/json: {}, 'application/*': {} } }, responses: {} } }",
      finds: false,
    },
  ],
})
