import { defineRule } from '../../model/diff/rule.ts'
import { minus } from '../../util/json.ts'
import { values } from '../wording.ts'

export default defineRule({
  id: 'extensible-enum-widened',
  on: 'schema.extensible-enum',
  affects: 'messages',
  convention: { request: 'compatible', response: 'compatible', because: 'an open list announces that it may grow' },
  title: 'Values added to an open enum',
  why: 'Clients of an open enum must expect unknown values.',
  fix: 'No action needed.',
  judge({ before, after }) {
    const added = minus(after ?? [], before ?? [])
    if (added.length > 0) return { message: `also lists ${values(added)}`, key: added }
    return undefined
  },
  examples: [
    {
      before: '{ type: string, x-extensible-enum: [a] }',
      after: '{ type: string, x-extensible-enum: [a, b] }',
      finds: true,
    },
    {
      before: '{ type: string, enum: [a], x-ms-enum: { name: A, modelAsString: true } }',
      after: '{ type: string, enum: [a, b], x-ms-enum: { name: A, modelAsString: true } }',
      finds: true,
    },
  ],
})
