import { defineRule } from '../../model/diff/rule.ts'

/** Statuses of a range or of `default` removed, except for some. */
export default defineRule({
  id: 'response-narrowed',
  on: 'response',
  affects: 'messages',
  effect: 'narrowed',
  title: 'Fewer statuses of a range',
  why: 'A range or default covers many statuses, and now only some of them are described.',
  fix: 'No action needed: clients already handle more statuses.',
  judge({ before, after, effect }) {
    if (before === undefined || after === undefined || effect !== 'narrowed') return undefined
    return { message: `${before} is narrowed to ${after}`, key: [before, after] }
  },
  examples: [
    {
      before: "{ get: { responses: { 2XX: { description: '' } } } }",
      after: "{ get: { responses: { '200': { description: '' } } } }",
      finds: true,
    },
    {
      before: "{ get: { responses: { '200': { description: '' }, 4XX: { description: '' } } } }",
      after: "{ get: { responses: { '200': { description: '' } } } }",
      finds: false,
    },
  ],
})
