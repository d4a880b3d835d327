import { defineRule } from '../../model/diff/rule.ts'
import { schemeChanges } from '../wording.ts'

export default defineRule({
  id: 'security-scheme-changed',
  on: 'security.scheme',
  affects: 'calls',
  effect: 'as-compared',
  title: 'Security scheme changed',
  why: 'A client that authenticates as documented before may be rejected.',
  fix: 'Support the old and the new scheme for a while.',
  judge({ before, after }) {
    return { message: schemeChanges(before ?? {}, after ?? {}), key: after ?? null }
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
