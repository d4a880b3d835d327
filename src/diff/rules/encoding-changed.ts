import { defineRule } from '../../model/diff/rule.ts'
import { entryChanges } from '../wording.ts'

export default defineRule({
  id: 'encoding-changed',
  on: 'encoding',
  affects: 'messages',
  convention: {
    request: 'breaking',
    response: 'risky',
    because: 'clients write parts as documented, but read them as they are sent',
  },
  title: 'Encoding of a form changed',
  why: 'Clients send form parts in an encoding that the server may no longer accept.',
  fix: 'Accept both serializations.',
  judge({ before, after }) {
    return { message: entryChanges('part', before, after), key: after ?? null }
  },
  examples: [
    {
      before:
        '{ post: { requestBody: { content: { multipart/form-data: { schema: { type: object }, encoding: { a: { contentType: text/plain } } } } }, responses: {} } }',
      after:
        '{ post: { requestBody: { content: { multipart/form-data: { schema: { type: object }, encoding: { a: { contentType: application/json } } } } }, responses: {} } }',
      finds: true,
    },
  ],
})
