import { defineRule } from '../../model/diff/rule.ts'

/** Optional property added. */
export default defineRule({
  id: 'property-added',
  on: 'schema.property',
  effect: 'as-compared',
  title: 'Optional property added',
  why: 'Readers ignore properties they do not know, unless the object was closed.',
  fix: 'Nothing to do for an open object.',
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
