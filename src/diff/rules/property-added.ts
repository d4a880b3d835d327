import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'property-added',
  on: 'schema.property',
  affects: 'messages',
  effect: 'as-compared',
  tolerance: { because: 'clients ignore unknown properties' },
  title: 'Optional property added',
  why: 'Clients ignore unknown properties. Clients that validate responses reject a new property of a closed object.',
  fix: 'No action needed for an open object.',
  judge({ before, after }) {
    if (before === undefined && after?.required === false) return { message: 'is new and optional', key: null }
    return undefined
  },
  examples: [
    {
      before: '{ type: object, properties: {  } }',
      after: '{ type: object, properties: { a: { type: string } } }',
      finds: true,
    },
  ],
})
