import { expect, it } from 'vitest'
import { countedRun } from '../../testing/servers/responses.ts'
import { hintsOf } from './hints.ts'
import { mergeStatistics } from './statistics.ts'

const description = `
openapi: 3.0.3
info: { title: test, version: '1' }
paths:
  /loans:
    get:
      responses:
        '200':
          description: ok
          headers: { Link: { schema: { type: string } } }
          content:
            application/json:
              schema:
                type: array
                items:
                  type: object
                  required: [id, note]
                  properties:
                    id: { type: integer }
                    note: { type: string }
                    gone: { type: string }
                    openedAt: { type: string, nullable: true }
                    amount: { type: string }
                    rate: { type: string, nullable: true }
                    status: { type: string, enum: [OPEN, CLOSED] }
        404: { description: unknown }
        5XX: { description: broken }
`

/** Thirty loans, ten per run. */
const runs = [0, 10, 20].map((first) =>
  countedRun(description, [
    {
      operation: 'GET /loans',
      body: Array.from({ length: 10 }, (_, index) => ({
        id: first + index,
        note: index === 0 ? '1' : 'n',
        openedAt: '2026-01-01',
        amount: '12.50',
        ...(index === 0 ? {} : { rate: index === 1 ? null : 'r' }),
        status: 'OPEN',
      })),
    },
  ]),
)
const documented = runs[0]?.documented ?? []
const merged = mergeStatistics(runs.map(({ statistics }) => statistics))

it('returns hints for thirty entities in three runs with their sample size', () => {
  expect(
    hintsOf(documented, merged).map(({ n, message }) => [n, message.replace('200 application/json ', '')]),
  ).toEqual([
    [30, '/*/gone is documented and was never seen in 30 entities'],
    [30, '/*/openedAt is optional and was always present in 30 entities'],
    [30, '/*/openedAt is nullable and was never null in 30 entities'],
    [30, '/*/openedAt is a string and was always a date in 30 entities'],
    [30, '/*/amount is optional and was always present in 30 entities'],
    [30, '/*/amount is a string and was always a number in 30 entities'],
    [30, '/*/status is optional and was always present in 30 entities'],
    [30, '/*/status was never "CLOSED" in 30 entities'],
  ])
})

it('uses the number of responses for unseen statuses and headers', () => {
  const many = mergeStatistics(Array.from({ length: 10 }, () => merged))
  const about = hintsOf(documented, many).filter(({ message }) => /^the /.test(message))
  expect(about.map(({ message }) => message)).toEqual([
    'the status 404 is documented and was never seen in 30 responses',
    'the header 200 Link is documented and was never seen in 30 responses',
  ])
})

it('returns no hints for fewer runs or for repetitions of few entities', () => {
  const [first] = runs.map(({ statistics }) => statistics)
  const twice = { ...merged, runs: 2 }
  expect(hintsOf(documented, twice)).toEqual([])
  const same = mergeStatistics(Array.from({ length: 9 }, () => first ?? merged))
  expect(hintsOf(documented, same)).toEqual([])
})
