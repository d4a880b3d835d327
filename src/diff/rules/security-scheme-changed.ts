import { defineRule } from '../../model/rule.ts'

/** Security scheme changed. */
export default defineRule({
  id: 'security-scheme-changed',
  on: 'security.scheme',
  effect: 'as-compared',
  title: 'Security scheme changed',
  why: 'Clients authenticate in a way that no longer works.',
  fix: 'Offer the new scheme beside the old one.',
  judge({ after }) {
    return { message: 'is carried out in another way', key: after ?? null }
  },
  examples: [
    {
      before:
        "{ openapi: 3.0.3, info: { title: T, version: '1' }, security: [{ key: [] }], components: { securitySchemes: { key: { type: http, scheme: bearer } } }, paths: { /x: { get: { responses: {} } } } }",
      after:
        "{ openapi: 3.0.3, info: { title: T, version: '1' }, security: [{ key: [] }], components: { securitySchemes: { key: { type: http, scheme: basic } } }, paths: { /x: { get: { responses: {} } } } }",
      finds: true,
    },
  ],
})
