import { expect, it } from 'vitest'
import type { Finding } from '../../model/finding.ts'
import type { ConsumerUse, OperationUse } from '../../model/report/consumer.ts'
import { driftFinding } from '../../testing/sample-report.ts'
import { hitFinder } from './hits.ts'

const uses = (use: OperationUse): ConsumerUse => ({
  v: 1,
  consumer: 'shop',
  sources: [{ kind: 'traffic' }],
  operations: { 'GET /loans': use },
})
const site = (parts: Partial<Finding['site']>): Partial<Finding> => ({ site: { ...driftFinding().site, ...parts } })

it.each<readonly [string, Partial<Finding>, OperationUse, string | undefined]>([
  ['a null it reads', {}, { reads: { '200': ['/*/status'] } }, 'reads /*/status'],
  ['a null it receives', {}, { given: { '200': ['/*/status'] } }, 'is given /*/status'],
  [
    'a null in a member it does not read',
    {},
    { reads: { '200': ['/*/id'] }, given: { '200': ['/*/status'] } },
    undefined,
  ],
  ['a null under another status', {}, { reads: { '404': ['/*/status'] } }, 'may use status 200'],
  ['a status', site({ part: '500', pointer: '' }), { reads: { '200': [] } }, 'calls'],
  [
    'a header it reads',
    site({ part: '200 header ETag', pointer: '' }),
    { reads: { '200': ['header ETag'] } },
    'reads header ETag',
  ],
  [
    'a header it does not read',
    site({ part: '200 header ETag', pointer: '' }),
    { reads: { '200': ['/*/id'] } },
    'may use header ETag',
  ],
  [
    'a parameter it sends',
    site({ part: 'query page', direction: 'request', pointer: '' }),
    { sends: ['query page'] },
    'sends query page',
  ],
  [
    'a parameter it does not send',
    site({ part: 'query page', direction: 'request', pointer: '' }),
    { sends: [] },
    undefined,
  ],
  ['a compatible finding', { verdict: 'compatible' }, { reads: { '200': ['/*/status'] } }, undefined],
  [
    'one of several locations',
    {
      locations: [
        { operation: 'GET /a', pointer: '/x' },
        { operation: 'GET /loans', part: '200 application/json', pointer: '/*/memo' },
      ],
    },
    { reads: { '200': ['/*/memo'] } },
    'reads /*/memo',
  ],
])('%s', (_what, parts, use, expected) => {
  const hits = hitFinder([], [uses(use)]).hitsOf(driftFinding(parts))
  expect(hits.map(({ kind, what }) => (what === undefined ? kind : `${kind} ${what}`))).toEqual(
    expected === undefined ? [] : [expected],
  )
})
