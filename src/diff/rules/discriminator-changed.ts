import { defineRule } from '../../model/diff/rule.ts'
import { discriminatorChanges } from '../wording.ts'

/** Discriminator changed (OpenAPI 3.1 §4.8.25): another property, or values that name another schema or none. */
export default defineRule({
  id: 'discriminator-changed',
  on: 'schema.discriminator',
  affects: 'messages',
  effect: 'as-compared',
  title: 'Discriminator changed',
  why: 'A client finds no schema, or another one, for the value of the discriminator.',
  fix: 'Keep the property name and every value that selects a schema.',
  judge({ before, after }) {
    if (before === undefined || after === undefined) return undefined
    return { message: discriminatorChanges(before, after), key: [before, after] }
  },
  examples: [
    {
      before: '{ type: object, discriminator: { propertyName: a } }',
      after: '{ type: object, discriminator: { propertyName: b } }',
      finds: true,
    },
    {
      before: '{ type: object, discriminator: { propertyName: a, mapping: { b: B, c: C } } }',
      after: '{ type: object, discriminator: { propertyName: a, mapping: { b: B, c: B } } }',
      finds: true,
    },
  ],
})
