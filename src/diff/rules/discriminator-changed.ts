import { defineRule } from '../../model/rule.ts'

/** Discriminator changed. */
export default defineRule({
  id: 'discriminator-changed',
  on: 'schema.discriminator',
  convention: { request: 'risky', response: 'risky', because: 'it restricts no value, but code chooses by it' },
  title: 'Discriminator changed',
  why: 'Readers and writers choose the variant by it.',
  fix: 'Keep the property name and every mapping entry.',
  judge({ after }) {
    return { message: 'tells its variants apart in another way', key: after ?? null }
  },
  examples: [
    {
      before: '{ type: object, discriminator: { propertyName: a } }',
      after: '{ type: object, discriminator: { propertyName: b } }',
      finds: true,
    },
  ],
})
