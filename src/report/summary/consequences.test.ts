import { expect, it } from 'vitest'
import { contractFinding, diffReport } from '../../testing/sample-report.ts'
import { listed } from '../listing/alike.ts'
import { renderReport } from '../render.ts'
import { consequencesOf, impactHeading, mainKinds, reachedBy } from './consequences.ts'

const rules = [
  { id: 'operation-removed', kind: 'rule', title: 'Operation removed' },
  { id: 'bound-narrowed', kind: 'rule', title: 'Bound tightened' },
] as const
let count = 0
const removed = (path: string, message = 'was removed') =>
  contractFinding({
    ruleId: 'operation-removed',
    fingerprint: `a${String(count++).padStart(15, '0')}`,
    message,
    impact: 'calls-stop',
    site: { operation: `GET ${path}`, direction: 'request', pointer: '' },
    reaches: [`GET ${path}`],
  })
const narrowed = (reaches: readonly string[]) =>
  contractFinding({
    ruleId: 'bound-narrowed',
    fingerprint: `b${String(count++).padStart(15, '0')}`,
    site: { component: '#/components/schemas/A', direction: 'request', pointer: '' },
    reaches,
  })
const findings = [
  contractFinding(),
  narrowed(['GET /a']),
  narrowed(['GET /a', 'GET /b']),
  removed('/orgs/{org}/teams/one'),
  removed('/orgs/{org}/teams/two'),
  removed('/user'),
]
const report = diffReport({ findings, rules })

it('groups changes by impact, most severe first, with the common path of removed operations', () => {
  expect(consequencesOf(report).map(({ impact, text }) => `${impact}: ${text}`)).toEqual([
    'calls-stop: 3 breaking × Operation removed: 2 below /orgs/{org}/teams, GET /user',
    'requests-refused: 2 breaking × Bound tightened: 2 in A',
    'responses-changed: 1 breaking × enum-widened: Loan.status',
  ])
  expect(reachedBy(findings)).toBe('8 operations')
})

it('counts breaking and risky changes of a kind, and says where moved operations were', () => {
  const moved = ['a', 'b'].map((name) => ({
    ...removed(`/orgs/{org}/${name}`, `moved from GET /organizations/{org}/${name} to GET /orgs/{org}/${name}`),
    ruleId: 'operation-moved',
  }))
  const risky = { ...narrowed(['GET /a', 'GET /b']), severity: 'warning' } as const
  const all = consequencesOf(diffReport({ findings: [...moved, narrowed(['GET /a']), risky], rules }))
  expect(all.map(({ text }) => text)).toEqual([
    '2 breaking × operation-moved: 2 below /orgs/{org}, before below /organizations/{org}',
    '1 breaking and 1 risky × Bound tightened: 2 in A',
  ])
  expect(
    all.map(({ impact }) =>
      impactHeading(
        impact,
        all.filter((one) => one.impact === impact),
      ),
    ),
  ).toEqual([
    'Calls stop working (2 breaking in 2 operations)',
    'Requests are refused (1 breaking in 1 operation · 1 risky in 2 operations)',
  ])
})

it('names the largest breaking kind of each impact, and the others in one line', () => {
  const kinds = ['a', 'a', 'b', 'c', 'c', 'c'].map((ruleId) => ({ ...removed('/user'), ruleId }))
  const all = consequencesOf(diffReport({ findings: [...kinds, narrowed(['GET /a'])], rules }))
  const { main, rest } = mainKinds(all, 2)
  expect(main.map(({ kind }) => kind)).toEqual(['3 breaking × c', '1 breaking × Bound tightened'])
  expect(rest).toBe('and 2 more kinds: 2 breaking × a, 1 breaking × b')
  const risky = (ruleId: string) => ({ ...removed('/user'), ruleId, severity: 'warning' }) as const
  const restOf = (...rules: readonly string[]) =>
    mainKinds(consequencesOf(diffReport({ findings: [...kinds, ...rules.map(risky)] })), 2).rest
  expect(restOf('d', 'e', 'f')).toBe('and 4 more kinds: 1 breaking × b, 1 risky × d, 1 risky × e, 1 risky × f')
  expect(restOf('d', 'e', 'f', 'g')).toBe('and 1 more kind: 1 breaking × b, and 4 more kinds with 4 risky changes')
})

it('sorts findings by impact, then by number of operations', () => {
  expect(report.findings.map(({ ruleId, reaches }) => [ruleId, reaches.length])).toEqual([
    ['operation-removed', 1],
    ['operation-removed', 1],
    ['operation-removed', 1],
    ['bound-narrowed', 2],
    ['bound-narrowed', 1],
    ['enum-widened', 3],
  ])
})

it('starts the terminal output of a long diff', async () => {
  const many = Array.from({ length: 25 }, (_, at) => removed(`/orgs${at}/{org}`, `was removed in ${at}`))
  const text = await renderReport(diffReport({ findings: [...findings.slice(0, 3), ...many], rules }), 'text', {
    colour: false,
  })
  expect(text.split('\n').slice(4, 7)).toEqual([
    'Calls stop working (25 breaking in 25 operations)',
    '  25 breaking × Operation removed: GET /orgs0/{org}, GET /orgs1/{org}, GET /orgs10/{org} and 22 more operations',
    '',
  ])
})

it('lists removals in one part of an API, and the same edit of several schemas, as one line', () => {
  const edits = ['A', 'B'].map((name) =>
    contractFinding({
      site: { component: `#/components/schemas/${name}`, pointer: '/properties/p' },
      fingerprint: `f${name}`,
    }),
  )
  const other = contractFinding({ message: 'may now be LOST', fingerprint: 'fc' })
  const { findings: all } = diffReport({ findings: [...findings.slice(3), ...edits, other] })
  expect(listed(all).map(({ message, site }) => `${site.component ?? site.operation ?? ''} ${message}`)).toEqual([
    ' 2 operations below /orgs/{org}/teams were removed',
    'GET /user was removed',
    '#/components/schemas/A may now be POSTPONED, also in B',
    '/components/schemas/Loan may now be LOST',
  ])
})
