import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'variant-removed',
  on: 'schema.variant',
  affects: 'messages',
  effect: 'narrowed',
  title: 'Variant removed',
  why: 'A client that sends it is rejected.',
  fix: 'Keep accepting it.',
  judge({ before, after }) {
    if (after === undefined)
      return { message: `no longer has the alternative ${before?.name}`, key: before?.name ?? null }
    return undefined
  },
  examples: [
    {
      before:
        '{ anyOf: [{ type: object, title: A, required: [a] }, { type: object, title: B, required: [b] }, { type: object, title: C, required: [c] }] }',
      after: '{ anyOf: [{ type: object, title: A, required: [a] }, { type: object, title: B, required: [b] }] }',
      finds: true,
    },
  ],
})
