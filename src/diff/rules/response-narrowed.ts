import { defineRule } from '../../model/diff/rule.ts'

/** Statuses of a range or of `default` removed, except for some. */
export default defineRule({
  id: 'response-narrowed',
  on: 'response',
  affects: 'messages',
  effect: 'narrowed',
  title: 'Fewer statuses of a range',
  why: 'A range, like default, is a set of statuses, and only some of them remain.',
  fix: 'Nothing to do for clients; they were ready for more.',
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
