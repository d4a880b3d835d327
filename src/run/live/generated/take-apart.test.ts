import { expect, test } from 'vitest'
import { makeCase } from '../../../drift/generation/case.ts'
import type { CallRecord } from '../../../suite/calls/record.ts'
import { descriptionOf } from '../../../testing/check-tester.ts'
import { driftFinding } from '../../../testing/sample-report.ts'
import type { Progress } from './progress.ts'
import { takeApart } from './take-apart.ts'

const [operation] = descriptionOf(
  "{ openapi: 3.1.0, info: { title: t, version: '1' }, paths: { /things: { get: { responses: {} } } } }",
).operations

test.each([
  ['"limit" must be a safe number', ['query limit']],
  ['Invalid query', []],
  ['"limit" and "sort" exclude each other', []],
])('after many combinations, sends only the part named by the server: %s', async (words, expected) => {
  if (operation === undefined) throw new Error('no operation')
  const part = (location: string) => makeCase({ operation, mode: 'positive', location, what: 'is there', input: {} })
  const parts = ['query limit', 'query sort'].map(part)
  const whole = {
    ...makeCase({ operation, mode: 'positive', location: 'request', what: 'combines', input: {} }),
    parts,
  }
  const owner = { operation, plain: whole, cases: [] }
  const one: Progress = {
    ...{ owner, isCalled: true, status: 400, open: [], seen: new Set(), dry: 0, statuses: new Set() },
    ...{ takenApart: 99, confirmed: 0, unconfirmed: [], alone: new Map() },
  }
  const message = `status 400 for a valid request: combines; the server says ${JSON.stringify(words)}`
  const findings = [driftFinding({ ruleId: 'positive-rejected', message })]
  // Only the members that the function reads.
  const record = { operation: operation.key, status: 400, findings } as unknown as CallRecord
  const sent: string[] = []
  const explained: string[] = []
  await takeApart(one, whole, record, {
    async send({ location }) {
      sent.push(location)
      return record
    },
    explain: (_, rules) => void explained.push(...rules),
    left: () => 10,
    hasSpare: () => true,
  })
  expect(sent).toEqual(expected)
  expect(explained.includes('positive-rejected')).toBe(expected.length > 0)
})
