import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'format-widened',
  on: 'schema.format',
  affects: 'messages',
  effect: 'widened',
  title: 'Format loosened',
  why: "A client that parses the format receives values it can't parse.",
  fix: 'Keep the format in responses.',
  judge({ before, after, effect }) {
    if (effect === 'widened')
      return { message: `format is ${after ?? 'not limited'} now, was ${before}`, key: before ?? null }
    return undefined
  },
  examples: [{ before: '{ type: string, format: uuid }', after: '{ type: string }', finds: true }],
})
