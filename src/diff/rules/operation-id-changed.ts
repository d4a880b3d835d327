import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'operation-id-changed',
  on: 'operation.id',
  affects: 'behaviour',
  convention: { request: 'risky', response: 'risky', because: 'requests stay the same, but generated code changes' },
  title: 'operationId changed',
  why: 'Generated clients name their functions after it.',
  fix: 'Keep the operationId; it is part of the contract of generated code.',
  judge({ before, after }) {
    return { message: `operationId ${before ?? 'none'} became ${after ?? 'none'}`, key: after ?? null }
  },
  examples: [
    {
      before: '{ get: { operationId: a, responses: {} } }',
      after: '{ get: { operationId: b, responses: {} } }',
      finds: true,
    },
  ],
})
