import { expect, it } from 'vitest'
import type { Report, Subject } from '../../model/report.ts'
import { coverage, monitorReport } from '../../testing/sample-report.ts'
import { renderReport } from '../render.ts'
import { coverageGaps } from './coverage-gaps.ts'

const subject = (operation: string, parts: Partial<Subject> = {}): Subject => ({
  ...{ operation, calls: 1, outcomes: { received: 1 }, statuses: [200], findings: 0 },
  ...parts,
})
const uncalled = { calls: 0, outcomes: {}, statuses: [] }
const checks = ['negative-accepted', 'positive-rejected'].map((id) => ({ id, kind: 'check' as const, title: id }))
const gapsOf = (parts: Partial<Report>) =>
  monitorReport({ rules: checks, ...parts }).summary.gaps?.map(({ what, fix, changes }) =>
    [what, fix, ...(changes === undefined ? [] : [changes])].join('; '),
  )

it('returns no gaps if everything was called', () => {
  expect(gapsOf({})).toBeUndefined()
})

it('separates operations that need a writable target from those without a suite, each with its fix', () => {
  const subjects = [
    subject('GET /a', uncalled),
    subject('POST /a', { ...uncalled, notWritable: true }),
    subject('PUT /a', { ...uncalled, notWritable: true }),
  ]
  const because = 'no suite calls it'
  const notChecked = [{ operation: 'GET /a', what: 'its responses', because, kind: 'not-called' as const }]
  expect(gapsOf({ subjects, notChecked })).toEqual([
    '2 operations were not called: the target is not declared writable; "target": { "writable": true } in the config; runs then create, change and delete resources, their own and those that suites name (1 POST, 1 PUT): only for a target of your own, where data may be lost',
    '1 operation was not called: no suite names it; api.remaining() in a suite',
  ])
  expect(monitorReport({ subjects, notChecked }).summary.operations).toEqual({
    ...{ total: 3, called: 0, inconclusive: 0, notWritable: 2 },
  })
})

it('groups unreached operations by missing value', () => {
  const operations = ['GET /t/{tenant}', 'GET /t/{tenant}/a', 'POST /b']
  const missing = [['tenant'], ['tenant', 'id'], ['body /owner']]
  const notChecked = operations.map((operation, at) => ({
    ...{ operation, what: 'not reached', because: 'status 404', kind: 'not-reached' as const },
    missing: missing[at] ?? [],
  }))
  const subjects = operations.map((operation) => subject(operation, { statuses: [404], notReached: true }))
  expect(gapsOf({ subjects, notChecked })).toEqual([
    '2 operations were not reached: no tenant that exists is known; "parameters": { "tenant": "…" } in the config',
    '1 operation was not reached: no body /owner that exists is known; "parameters": { "POST /b": { "body /owner": "…" } } in the config',
    '1 operation was not reached: no id that exists is known; "parameters": { "id": "…" } in the config',
  ])
})

it('asks for a value of the very resource, and says no more of it than the run saw', () => {
  const operations = ['GET /users/{id}', 'GET /users/{id}/posts', 'GET /flows/{id}/runs']
  const notChecked = operations.map((operation) => ({
    ...{ operation, what: 'not reached', because: 'status 404', kind: 'not-reached' as const, missing: ['id'] },
  }))
  const subjects = [
    ...operations.map((operation) => subject(operation, { statuses: [404], notReached: true })),
    subject('GET /flows/{id}'),
  ]
  expect(gapsOf({ subjects, notChecked })).toEqual([
    '2 operations were not reached: no id that exists is known; "parameters": { "* /users/{id}/**": { "id": "…" } } in the config',
    '1 operation was not reached: no id that leads there is known; "parameters": { "GET /flows/{id}/runs": { "id": "…" } } in the config',
  ])
})

it('returns the three largest gaps, including rejected credentials, cut-off calls and missing generated requests', () => {
  const many = Array.from({ length: 4 }, (_, at) => subject(`GET /${at}`, { statuses: [401, 403] }))
  const what = '12 generated requests of 5 operations'
  const notChecked = [{ what, because: 'no more than 20 calls are made (--max-calls)' }]
  expect(gapsOf({ subjects: many, notChecked })).toEqual([
    '5 operations had 12 generated requests not sent; --max-calls 32',
    '4 operations only received 401 or 403; "auth": [{ "type": "bearer", "env": "…" }] in the config, with a credential with access to them',
  ])
  expect(gapsOf({ rules: [], subjects: many, notChecked, coverage })).toHaveLength(3)
  expect(gapsOf({ rules: [] })).toEqual([
    '1 operation has parameters that were never sent; --generate positive',
    '1 operation has documented errors that were never received; --generate negative',
  ])
})

it('does not suggest to make a target writable that the config declares read-only', () => {
  const subjects = [subject('POST /a', { ...uncalled, notWritable: true })]
  const parts = { kind: 'monitor', subjects, rules: [], coverage } as const
  expect(coverageGaps(parts).map(({ fix }) => fix)).toEqual(
    expect.arrayContaining([expect.stringContaining('writable'), expect.stringContaining('--generate')]),
  )
  expect(coverageGaps({ ...parts, advice: { isNeverWritable: true } })).toEqual([])
})

it('returns no gaps for a diff or if nothing could be checked', () => {
  const subjects = [subject('POST /a', { ...uncalled, notWritable: true })]
  const couldNotCheck = { code: 'OUTAGE', message: 'm', hint: 'h' }
  expect(gapsOf({ subjects, couldNotCheck })).toBeUndefined()
  expect(gapsOf({ subjects, kind: 'diff' })).toBeUndefined()
})

it('appear on the terminal and in Markdown', () => {
  const report = monitorReport({ rules: [], subjects: [subject('POST /a', { ...uncalled, notWritable: true })] })
  const text = renderReport(report, 'text', { colour: false })
  const markdown = renderReport(report, 'markdown', { colour: false })
  return Promise.all([text, markdown]).then(([terminal, page]) => {
    expect(terminal).toContain('not called: 1 (1 as the target is not writable)')
    expect(terminal).toContain(
      '1 operation was not called: the target is not declared writable; "target": { "writable": true }',
    )
    expect(page).toContain(
      '1 operation was not called: the target is not declared writable: `"target": { "writable": true } in the config`',
    )
  })
})

it.each([
  ['/shop/specdrift.config.ts', "parameters: { 'POST /b': { 'body /owner': '…' } } in specdrift.config.ts"],
  ['specdrift.config.json', '"parameters": { "POST /b": { "body /owner": "…" } } in specdrift.config.json'],
])('gives advice in the language of %s', (configFile, fix) => {
  const parts = { kind: 'monitor', subjects: [subject('POST /b', { notReached: true })], rules: [] } as const
  const notChecked = [
    { operation: 'POST /b', what: 'w', because: 'b', kind: 'not-reached', missing: ['body /owner'] },
  ] as const
  expect(coverageGaps({ ...parts, notChecked, advice: { configFile } })).toMatchObject([{ fix, kind: 'not-reached' }])
})

it('removes entries from blind spots that a gap summarizes', () => {
  const subjects = [subject('POST /a', { ...uncalled, notWritable: true })]
  const row = {
    operation: 'POST /a',
    what: 'its responses',
    because: 'it changes state',
    kind: 'not-writable',
  } as const
  const written = (rest: NonNullable<Report['notChecked']>) =>
    renderReport(monitorReport({ rules: checks, subjects, notChecked: [row, ...rest] }), 'text')
  expect(written([])).toMatch(/gaps +1 operation was not called: the target is not declared writable/)
  expect(written([])).not.toMatch(/unchecked|not writable +POST/)
  expect(written([{ what: 'w', because: 'b' }])).toMatch(/^not checked +w: b/m)
})
