import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'format-narrowed',
  on: 'schema.format',
  affects: 'messages',
  effect: 'narrowed',
  title: 'Format restricted',
  why: 'Values that were valid are rejected.',
  fix: 'Keep accepting the old format.',
  judge({ before, after, effect }) {
    if (effect === 'narrowed')
      return { message: `must have format ${after} now, had ${before ?? 'none'}`, key: after ?? null }
    return undefined
  },
  examples: [
    { before: '{ type: string }', after: '{ type: string, format: uuid }', finds: true },
    { before: '{ type: integer, format: int64 }', after: '{ type: integer, format: int32 }', finds: true },
  ],
})
