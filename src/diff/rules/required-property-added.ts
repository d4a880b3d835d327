import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'required-property-added',
  on: 'schema.property',
  affects: 'messages',
  effect: 'as-compared',
  tolerance: { because: 'clients ignore unknown properties' },
  title: 'Required property added',
  why: 'A client that does not send it is rejected.',
  fix: 'Make it optional with a default.',
  judge({ before, after, uses }) {
    if (before !== undefined || !after?.required) return undefined
    const isSent = uses.length > 0 && uses.every(({ direction }) => direction === 'response')
    return { message: isSent ? 'is a new response property (always sent)' : 'is new and required', key: null }
  },
  examples: [
    {
      before: '{ type: object, properties: {  } }',
      after: '{ type: object, properties: { a: { type: string } }, required: [a] }',
      finds: true,
    },
  ],
})
