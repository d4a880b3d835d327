import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fixedSince } from '../../history/cause.ts'
import { fileHistory } from '../../history/file-history.ts'
import { emptyLedger, type Ledger } from '../../history/ledger.ts'
import { ledgerOf } from '../../history/store.ts'
import type { Finding } from '../../model/finding.ts'
import type { Report } from '../../model/report.ts'
import { previousRunsIn, runOf } from '../../testing/cases/remembered.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { driftFinding, monitorReport } from '../../testing/sample-report.ts'
import { parseApiName } from '../../util/api-name.ts'
import { compareWithPreviousRuns, remember } from './previous-runs.ts'

const sample = monitorReport()
const operations = ['GET /a', 'GET /b', 'GET /c']
const subjects = operations.map((operation) => ({
  ...{ operation, calls: 1, outcomes: { received: 1 }, statuses: [404], findings: 0 },
}))

/** A finding about a shared error schema, seen in these operations. */
function shared(...reaches: readonly string[]): Finding {
  const site = { operation: reaches[0] ?? '', direction: 'response', part: '404', pointer: '/x' } as const
  const component = { component: '#/components/schemas/Error', componentPointer: '/properties/x' }
  const locations = reaches.map((operation) => ({ operation, part: '404', pointer: '/x' }))
  return driftFinding({ site: { ...site, ...component }, reaches, ...(reaches.length > 1 && { locations }) })
}

interface Day {
  readonly on: readonly string[]
  /** Uncalled operations. */
  readonly without?: readonly string[]
}

/** Returns the result of daily runs: state, additional operations, number of fixed findings. */
async function messagesOf(days: readonly Day[]): Promise<readonly (readonly unknown[])[]> {
  const messages: (readonly unknown[])[] = []
  await inFolder([], async (folder) => {
    for (const [day, { on, without = [] }] of days.entries()) {
      const times = { startedAt: new Date(Date.UTC(2026, 0, day + 1, 8)).toISOString(), milliseconds: 1 }
      const called = subjects.map((each) =>
        without.includes(each.operation) ? { ...each, calls: 0, outcomes: {} } : each,
      )
      const report: Report = { ...sample, findings: on.length === 0 ? [] : [shared(...on)], subjects: called, times }
      const previous = await previousRunsIn(fileHistory(join(folder, 'history'), parseApiName('lending')))
      const { findings, history } = compareWithPreviousRuns(previous, runOf(report))
      messages.push([
        ...findings.flatMap(({ state, joined = [] }) => [state, ...joined]),
        ...(history?.fixed ?? []).map(() => 'fixed'),
      ])
      await remember(previous, runOf({ ...report, findings }), 0)
    }
  })
  return messages
}

it('reports once that a known finding now affects more operations', async () => {
  const [a, ab, all] = [['GET /a'], ['GET /a', 'GET /b'], operations]
  expect(await messagesOf([{ on: ab }, { on: ab }, { on: all }, { on: all }, { on: a }, { on: ab }])).toEqual([
    ['new'],
    ['open'],
    ['open', 'GET /c'],
    ['open'],
    ['open'],
    ['open', 'GET /b'],
  ])
})

it('is fixed only when every operation that showed it was checked', async () => {
  const days = [{ on: operations }, { on: ['GET /a'] }, { on: [], without: ['GET /a'] }, { on: [] }, { on: ['GET /b'] }]
  expect(await messagesOf(days)).toEqual([['new'], ['open'], [], ['fixed'], ['regressed']])
  const partly = [
    { on: operations },
    { on: [], without: ['GET /c'] },
    { on: ['GET /a'], without: ['GET /c'] },
    { on: [] },
  ]
  expect(await messagesOf(partly)).toEqual([['new'], [], ['open'], ['fixed']])
})

it('an unchecked operation still belongs to the finding', async () => {
  const days = [
    { on: operations },
    { on: ['GET /a'], without: ['GET /b'] },
    { on: [], without: ['GET /b'] },
    { on: ['GET /b'] },
  ]
  expect(await messagesOf(days)).toEqual([['new'], ['open'], [], ['open']])
})

it('writes the operations once, and again when they change', async () => {
  await inFolder([], async (folder) => {
    const lines: (number | undefined)[] = []
    for (const [day, on] of [operations, operations, ['GET /a', 'GET /b']].entries()) {
      const times = { startedAt: new Date(Date.UTC(2026, 0, day + 1, 8)).toISOString(), milliseconds: 1 }
      const run = runOf({ ...sample, findings: [shared(...on)], subjects, times })
      await remember(await previousRunsIn(fileHistory(folder, parseApiName('lending'))), run, 0)
    }
    const { history } = await previousRunsIn(fileHistory(folder, parseApiName('lending')))
    for (const { facts } of history.runs) lines.push(facts?.[0]?.reaches?.length)
    expect(lines).toEqual([3, undefined, 2])
    const ledger: Ledger = ledgerOf(history, 'sandbox')
    expect(fixedSince(emptyLedger, ledger)).toEqual([])
  })
})
