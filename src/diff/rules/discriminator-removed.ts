import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'discriminator-removed',
  on: 'schema.discriminator',
  affects: 'messages',
  convention: {
    request: 'risky',
    response: 'risky',
    because: 'it restricts no value, but generated clients may select the schema by it',
  },
  title: 'Discriminator removed',
  why: 'Code can no longer select the schema by the discriminator property.',
  fix: 'Keep it, or release a new major version.',
  judge({ before, after }) {
    if (before === undefined || after !== undefined) return undefined
    return { message: `discriminator ${JSON.stringify(before.propertyName)} was removed`, key: before.propertyName }
  },
  examples: [
    { before: '{ type: object, discriminator: { propertyName: a } }', after: '{ type: object }', finds: true },
  ],
})
