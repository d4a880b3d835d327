import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'required-property-removed',
  on: 'schema.property',
  affects: 'messages',
  effect: 'as-compared',
  title: 'Required property removed',
  why: 'Clients rely on it.',
  fix: 'Keep sending it, or release a new major version.',
  judge({ before, after }) {
    if (after === undefined && !before?.retired && before?.required) {
      return {
        message: before.resembles ? `is gone; ${before.resembles} looks like its new name` : 'is gone',
        key: null,
      }
    }
    return undefined
  },
  examples: [
    {
      before: '{ type: object, properties: { a: { type: string } }, required: [a] }',
      after: '{ type: object, properties: {  } }',
      finds: true,
    },
  ],
})
