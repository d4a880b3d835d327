import { defineRule } from '../../model/diff/rule.ts'
import { unlessNamed } from '../wording.ts'

export default defineRule({
  id: 'property-became-optional',
  on: 'schema.required',
  affects: 'messages',
  effect: 'widened',
  title: 'Property became optional',
  why: 'Clients rely on it, but the API may omit it.',
  fix: 'Always send it.',
  judge({ before, after, site }) {
    if (before !== undefined && after === undefined)
      return { message: `${unlessNamed(before, site)}may be missing now`, key: before }
    return undefined
  },
  examples: [
    {
      before: '{ type: object, properties: { a: { type: string } }, required: [a] }',
      after: '{ type: object, properties: { a: { type: string } } }',
      finds: true,
    },
  ],
})
