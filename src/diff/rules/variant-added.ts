import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'variant-added',
  on: 'schema.variant',
  affects: 'messages',
  effect: 'widened',
  title: 'Variant added',
  why: 'A client receives an unknown alternative.',
  fix: 'Announce it first, and document how to treat unknown variants.',
  judge({ before, after }) {
    if (before === undefined) return { message: `has a new alternative ${after?.name}`, key: after?.name ?? null }
    return undefined
  },
  examples: [
    {
      before: '{ oneOf: [{ type: string, maxLength: 3 }, { type: boolean }] }',
      after: '{ oneOf: [{ type: string, maxLength: 3 }, { type: boolean }, { type: array, items: { type: string } }] }',
      finds: true,
    },
  ],
})
