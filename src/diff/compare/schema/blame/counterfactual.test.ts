import { expect, test } from 'vitest'
import { schemaReaderOf } from '../../../../schema/normal-form/normalize.ts'
import { jsonDocument } from '../../../../testing/cases/ledgers.ts'
import { type BlameContext, type Counterfactual, counterfactual } from './counterfactual.ts'

const document = jsonDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} })
const reader = schemaReaderOf(document)

test('an edit stays open if containment has no answer', () => {
  // Only the members that the function reads.
  const question = {
    unit: { before: [], after: [] },
    half: 'lost',
    way: 'request',
    read: (one: unknown) => one,
  } as unknown as Counterfactual
  const ask = (kind: 'none' | 'unknown') => {
    const containment = { outside: () => ({ kind }) } as unknown as BlameContext['containment']
    const schemas = { same: () => false, trust: () => undefined }
    const versions = { applied: () => document, undone: () => document }
    return counterfactual({ base: reader, revision: reader, containment, schemas }, versions, question).kind
  }
  expect([ask('unknown'), ask('none')]).toEqual(['open', 'cleared'])
})
