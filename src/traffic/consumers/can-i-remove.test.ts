import { expect, it } from 'vitest'
import type { ConsumerUse } from '../../model/report/consumer.ts'
import { canIRemove, parseRemoval } from './can-i-remove.ts'

const consumers: readonly ConsumerUse[] = [
  {
    v: 1,
    consumer: 'web',
    sources: [{ kind: 'reads', from: '2026-11-01', to: '2026-11-20', exchanges: 4 }],
    operations: {
      'GET /loans': {
        calls: 3,
        last: '2026-11-20',
        sends: ['query page', 'query page=1'],
        given: { '200': ['', '/*', '/*/id', '/*/memo', '/*/owner', '/*/owner/name', 'header ETag', 'headers'] },
        reads: { '200': ['/*/owner/name'] },
        seen: { 'query page': { calls: 2 }, 'query page=1': { calls: 1, first: '2026-11-02', last: '2026-11-02' } },
      },
    },
  },
  {
    v: 1,
    consumer: 'batch',
    sources: [{ kind: 'traffic' }],
    operations: { 'POST /loans': { sends: ['body', 'body /name'], given: { '201': ['', '/id'] } } },
  },
]

it.each([
  ['GET /loans', ['web calls'], []],
  ['GET /loans?page', ['web sends query page'], []],
  ['GET /loans?sort', [], ['web']],
  ['GET /loans?page=1', ['web sends query page=1'], []],
  ['GET /loans?page=2', [], ['web']],
  ['GET /loans header etag', ['web is given header etag'], []],
  ['GET /loans header X-Total', [], ['web']],
  ['GET /loans type application/xml', [], ['web']],
  ['GET /loans#/0/owner/name', ['web reads /*/owner/name'], []],
  ['GET /loans#/*/owner', ['web reads /*/owner'], []],
  ['GET /loans#/*/memo', [], ['web']],
  ['get /loans#/*/nothing', [], ['web']],
  ['POST /loans#/id', ['batch is given /id'], []],
  ['POST /loans#/name', ['batch sends body /name'], []],
  ['DELETE /loans', [], []],
])('%s', (what, users, others) => {
  const answer = canIRemove(parseRemoval(what), consumers)
  expect(
    answer.users.map(({ consumer, kind, what: part }) => [consumer, kind, part].filter(Boolean).join(' ')),
  ).toEqual(users)
  expect(answer.others).toEqual(others)
  expect(answer.removable).toBe(users.length === 0)
  expect(answer.evidence.map(({ consumer }) => consumer)).toEqual(['web', 'batch'])
})

it('includes the dates of the evidence', () => {
  const [user] = canIRemove(parseRemoval('GET /loans'), consumers).users
  expect(user).toMatchObject({ last: '2026-11-20', calls: 3 })
})

it('counts the part, not the operation', () => {
  const [user] = canIRemove(parseRemoval('GET /loans?page=1'), consumers).users
  expect(user).toMatchObject({ calls: 1, first: '2026-11-02', last: '2026-11-02' })
  expect(canIRemove(parseRemoval('GET /loans#/0/owner/name'), consumers).users[0]?.calls).toBeUndefined()
})

it.each<readonly [string, object, string]>([
  [
    'GET /a#/status=PAUSED',
    { given: { '200': ['', '/status', '/status=PAUSED'] }, reads: { '200': ['/status'] } },
    'web',
  ],
  ['GET /a type application/json', { given: { '200': ['', 'type application/json'] }, reads: { '200': [''] } }, 'web'],
  ['GET /a type APPLICATION/vnd.a+json', { given: { '200': ['', 'type application/vnd.A+json'] } }, 'web'],
  ['GET /a#/status', { given: { '200': ['headers', 'type application/json'], '404': ['', '/error'] } }, 'not known'],
  ['GET /a#/status', { given: { '200': ['type a/b'], '404': [''] }, reads: { '404': ['/error'] } }, 'not known'],
  ['GET /a?sort=asc', { sends: ['query sort'], seen: { 'query sort': { calls: 1 } } }, 'not known'],
  ['GET /a type application/json', { given: { '200': [] }, seen: { 'query page': { calls: 1 } } }, 'not known'],
  ['GET /a#/status', { given: { '200': ['', '/id'], '204': [] } }, 'not used'],
])('%s of %j: %s', (what, use, expected) => {
  const one = { v: 1 as const, consumer: 'web', sources: [], operations: { 'GET /a': { calls: 1, ...use } } }
  const { users, unknown, removable } = canIRemove(parseRemoval(what), [one])
  const answer = users.length > 0 ? 'web' : unknown.length > 0 ? 'not known' : 'not used'
  expect([answer, removable]).toEqual([expected, expected === 'not used'])
})

it.each(['POST /loans?page', 'POST /loans#/id=A', 'POST /loans header ETag', 'POST /loans type text/csv'])(
  'answers unknown for %s if the uses lack such data',
  (what) => {
    const one = { 'POST /loans': { given: { '201': ['', '/id'] } } }
    const answer = canIRemove(parseRemoval(what), [{ v: 1, consumer: 'old', sources: [], operations: one }])
    expect(answer).toMatchObject({ removable: false, users: [], unknown: ['old'], others: [] })
  },
)

it.each(['loans', 'GET', 'GET loans', 'GET /loans#status', 'GET /loans?page#/status'])('rejects %j', (what) => {
  expect(() => parseRemoval(what)).toThrow(/is not of the form/)
})
