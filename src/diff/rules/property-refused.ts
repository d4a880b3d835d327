import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'property-refused',
  on: 'schema.property',
  affects: 'messages',
  effect: 'narrowed',
  title: 'Property removed from a closed object',
  why: 'A client that still sends it is rejected.',
  fix: 'Keep accepting it.',
  judge({ before, after }) {
    if (after === undefined && !before?.retired && before?.closed && !before.required)
      return { message: 'is refused now', key: null }
    return undefined
  },
  examples: [
    {
      before: '{ type: object, properties: { a: { type: string } }, additionalProperties: false }',
      after: '{ type: object, properties: {  }, additionalProperties: false }',
      finds: true,
    },
  ],
})
