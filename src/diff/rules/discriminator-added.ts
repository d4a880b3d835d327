import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'discriminator-added',
  on: 'schema.discriminator',
  affects: 'messages',
  convention: {
    request: 'risky',
    response: 'risky',
    because: 'it restricts no value, but generated clients may select the schema by it',
  },
  title: 'Discriminator added',
  why: 'Clients now select the schema by the discriminator property.',
  fix: 'Document which values select which schema, and accept messages without it for a while.',
  judge({ before, after }) {
    if (after === undefined || before !== undefined) return undefined
    return { message: `discriminator ${JSON.stringify(after.propertyName)} was added`, key: after.propertyName }
  },
  examples: [
    { before: '{ type: object }', after: '{ type: object, discriminator: { propertyName: a } }', finds: true },
  ],
})
