import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'media-type-added',
  on: 'media-type',
  affects: 'messages',
  convention: { request: 'compatible', response: 'compatible', because: 'a client gets it only by requesting it' },
  title: 'Media type added',
  why: 'Clients choose by Content-Type and Accept; the old choice still works.',
  fix: 'No action needed.',
  judge({ before, after }) {
    if (before === undefined) return { message: 'is offered now', key: after ?? null }
    return undefined
  },
  examples: [
    {
      before: '{ post: { requestBody: { content: { application/json: {} } }, responses: {} } }',
      after: '{ post: { requestBody: { content: { application/json: {}, text/csv: {} } }, responses: {} } }',
      finds: true,
    },
  ],
})
