import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'schema-closed',
  on: 'schema.closed',
  affects: 'messages',
  effect: 'narrowed',
  title: 'Undeclared content rejected',
  why: 'A client that sends additional properties is rejected.',
  fix: 'Keep the object (or tuple) open.',
  judge({ after }) {
    if (after !== undefined)
      return {
        message: after === 'items' ? 'refuses further items now' : 'refuses undeclared properties now',
        key: after,
      }
    return undefined
  },
  examples: [{ before: '{ type: object }', after: '{ type: object, additionalProperties: false }', finds: true }],
})
