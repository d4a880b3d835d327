import { defineRule } from '../../model/diff/rule.ts'
import { unlessNamed } from '../wording.ts'

export default defineRule({
  id: 'property-became-required',
  on: 'schema.required',
  affects: 'messages',
  effect: 'narrowed',
  title: 'Property became required',
  why: 'A client that omits it is rejected.',
  fix: 'Keep it optional with a default.',
  judge({ after, site }) {
    if (after !== undefined) return { message: `${unlessNamed(after, site)}is required now`, key: after }
    return undefined
  },
  examples: [
    {
      before: '{ type: object, properties: { a: { type: string } } }',
      after: '{ type: object, properties: { a: { type: string } }, required: [a] }',
      finds: true,
    },
  ],
})
