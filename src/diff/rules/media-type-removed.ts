import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'media-type-removed',
  on: 'media-type',
  affects: 'messages',
  convention: {
    request: 'breaking',
    response: 'breaking',
    because: 'a client that supports only this type can no longer call the operation',
  },
  title: 'Media type removed',
  why: 'A client that sends or accepts only this type gets 415 or 406.',
  fix: 'Keep serving the old type, too.',
  judge({ before, after }) {
    if (after === undefined) return { message: 'is no longer offered', key: before ?? null }
    return undefined
  },
  examples: [
    {
      before: '{ post: { requestBody: { content: { application/json: {}, text/csv: {} } }, responses: {} } }',
      after: '{ post: { requestBody: { content: { application/json: {} } }, responses: {} } }',
      finds: true,
    },
  ],
})
