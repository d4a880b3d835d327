import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fileHistory } from '../../history/file-history.ts'
import { historyFile, ledgerOf } from '../../history/store.ts'
import type { Report } from '../../model/report.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { coverage, driftFinding, monitorReport } from '../../testing/sample-report.ts'
import { parseApiName } from '../../util/api-name.ts'
import { compareWithPreviousRuns, readPreviousRuns, remember } from './previous-runs.ts'

const { byOperation } = coverage
const notReceived = byOperation.map((each) =>
  each.operation === 'GET /loans' ? { ...each, responses: { '200': 0 } } : each,
)
const blind: Partial<Report> = { coverage: { ...coverage, byOperation: notReceived } }

function ran(day: number, parts: Partial<Report> = {}): Report {
  const times = { startedAt: new Date(Date.UTC(2026, 0, day, 8)).toISOString(), milliseconds: 1 }
  return { ...monitorReport(), ...parts, times }
}

/** The fixed and regressed of each run, a day apart, that the monitor remembers. */
async function messagesOf(folder: string, runs: readonly Partial<Report>[]): Promise<readonly string[]> {
  const messages: string[] = []
  for (const [day, parts] of runs.entries()) {
    const report = ran(day, parts)
    const { api = '', inputs, times } = report
    const { revision, target = '' } = inputs
    if (revision === undefined || times === undefined) throw new Error('the sample has both')
    const previous = await readPreviousRuns(fileHistory(join(folder, 'history'), parseApiName(api)))
    const { findings, history } = compareWithPreviousRuns(previous, { ...report, api, revision, target, times })
    const states = findings.map(({ state }) => state)
    messages.push([...states, ...(history?.fixed ?? []).map(() => 'fixed')].join())
    await remember(previous, { ...report, findings })
  }
  return messages
}

it('does not take for fixed what a run could not have seen, and takes it up again afterwards', async () => {
  const seen = { findings: [driftFinding()] }
  await inFolder([], async (folder) => {
    expect(await messagesOf(folder, [seen, blind, seen, blind, {}, seen])).toEqual([
      'new',
      '',
      'open',
      '',
      'fixed',
      'regressed',
    ])
  })
})

it('takes no run for green that could not have seen a finding', async () => {
  await inFolder([], async (folder) => {
    await messagesOf(folder, [blind, { findings: [driftFinding()] }])
    const { history } = await readPreviousRuns(fileHistory(join(folder, 'history'), parseApiName('lending')))
    expect(history.runs.map(({ received }) => received)).toEqual([
      { 'POST /loans': ['201'] },
      { 'GET /loans': ['200', '404'], 'POST /loans': ['201'] },
    ])
    const [findingRecord] = Object.values(ledgerOf(history, 'sandbox').findingRecords)
    expect(findingRecord?.cause).toEqual({ kind: 'unknown', under: 'b07' })
  })
})

it('loses no run that ended since another began, neither to a rotation nor behind half a line', async () => {
  await inFolder([], async (folder) => {
    const previous = () => readPreviousRuns(fileHistory(folder, parseApiName('lending')))
    await remember(await previous(), ran(0))
    const file = historyFile(folder, parseApiName('lending'))
    const line = await readFile(file, 'utf8')
    // As many as are kept before the older ones are summed up.
    const lines = Array.from({ length: 1000 }, (_, day) => line.replace(/"startedAt":"[^"]*"/, startOf(ran(day))))
    await writeFile(file, lines.join(''))
    const [one, two, three] = [await previous(), await previous(), await previous()]
    await remember(one, ran(1000))
    await remember(two, ran(1001))
    await appendFile(file, line.slice(0, 40))
    await remember(three, ran(1002))
    const { runs } = (await previous()).history
    expect(runs.slice(-3).map(startOf)).toEqual([1000, 1001, 1002].map((day) => startOf(ran(day))))
  })
})

function startOf(run: { readonly startedAt?: string; readonly times?: Report['times'] }): string {
  return `"startedAt":"${run.startedAt ?? run.times?.startedAt ?? ''}"`
}
