import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'retired-property-removed',
  on: 'schema.property',
  affects: 'messages',
  convention: {
    request: 'compatible',
    response: 'compatible',
    because: 'it was deprecated and its announced sunset has passed',
  },
  title: 'Property removed after its sunset',
  why: 'It was deprecated and its announced sunset has passed; clients were notified.',
  fix: 'No action needed.',
  judge({ before, after }) {
    if (after === undefined && before?.retired) return { message: 'is gone, as announced', key: null }
    return undefined
  },
  examples: [
    {
      before: '{ type: object, properties: { a: { type: string, deprecated: true, x-sunset: 2020-01-31 } } }',
      after: '{ type: object, properties: {} }',
      finds: true,
    },
  ],
})
