import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'property-removed',
  on: 'schema.property',
  affects: 'messages',
  convention: {
    request: 'risky',
    response: 'risky',
    because:
      'every old message stays valid, because the property was optional and the object is open, but its meaning is lost',
  },
  title: 'Optional property removed',
  why: 'Clients that read it no longer find it, and values that clients send are lost.',
  fix: 'Deprecate it first and keep it until no client uses it.',
  judge({ before, after }) {
    if (after === undefined && !before?.retired && before !== undefined && !before.required && !before.closed) {
      return {
        message: before.resembles ? `is gone; ${before.resembles} looks like its new name` : 'is gone',
        key: null,
      }
    }
    return undefined
  },
  examples: [
    {
      before: '{ type: object, properties: { a: { type: string } } }',
      after: '{ type: object, properties: {  } }',
      finds: true,
    },
  ],
})
