import { rm } from 'node:fs/promises'
import { readTextIfAny } from '../../files/read-regular.ts'
import { withLock } from '../../files/with-lock.ts'
import { writeWhole } from '../../files/write-whole.ts'
import { toolError } from '../../model/errors.ts'
import type { NotifiedStates } from '../../report/notify/state.ts'
import { notifiedFile, notifiedText } from '../../report/notify/state-file.ts'
import type { ApiName } from '../../util/api-name.ts'
import { fileHistory } from '../file-history.ts'
import { addRuns, emptyLedger } from '../ledger.ts'
import { statisticsFile, statisticsText } from '../statistics.ts'
import { historyFile, historyText } from '../store.ts'
import type { DatabaseAddress } from './address.ts'
import { inSchema } from './migrate.ts'
import { readNotifiedRows, replaceNotified } from './postgres-history.ts'
import { insertRun, readLines, readStatistics, replaceStatistics, replaceSummary, type StoredLines } from './rows.ts'
import { lockPart, type Session } from './session.ts'

/** Source and destination when copying an API's history. */
export interface Transfer {
  readonly folder: string
  readonly address: DatabaseAddress
  readonly api: ApiName
  /** Whether to replace the destination's history of the API. Default: an existing one is an error. */
  readonly replace?: boolean
}

/** Result of a copy. */
export interface Transferred {
  readonly runs: number
  readonly summaries: number
  /** Whether the destination already had the same history. */
  readonly isSame: boolean
  /** Messages about unreadable records. */
  readonly notes: readonly string[]
}

const parts = ['notified', 'statistics', 'history'] as const
/** Contents of the history files of an API; empty if a file doesn't exist. */
type Texts = Readonly<Record<(typeof parts)[number], string>>

/** Copies an API's files into the database, in one transaction. Throws USAGE for another history, HISTORY_UNAVAILABLE, STORE_BROKEN. */
export async function importHistory({ folder, address, api, replace = false }: Transfer): Promise<Transferred> {
  const files = fileHistory(folder, api)
  const { history, statistics, notes } = await files.read()
  const notified = await files.notified.read()
  const { runs, summaries } = history
  const texts = textsOf(history, statistics, notified)
  const done = { runs: runs.length, summaries: summaries.length, notes }
  return inSchema(address, { mode: 'write' }, async (session) => {
    for (const part of ['history', 'notified']) await lockPart(session, address, `${part} ${api}`)
    const there = await textsIn(session, api, address.name)
    if (parts.every((part) => there[part] === texts[part])) return { ...done, isSame: true }
    if (!replace && parts.some((part) => there[part] !== '')) throw otherHistoryError(address.name, api)
    for (const table of ['runs', 'summaries', 'statistics', 'notified'])
      await session.query(`DELETE FROM specdrift.${table} WHERE api = $1`, [api])
    for (const summary of summaries) await replaceSummary(session, api, summary)
    const ledgers = new Map(summaries.map(({ target, ledger }) => [target, ledger]))
    for (const [index, run] of runs.entries()) {
      const before = ledgers.get(run.target) ?? emptyLedger
      const after = addRuns(before, [run], runs)
      await insertRun(session, api, { run, before, after, position: index + 1 })
      ledgers.set(run.target, after)
    }
    if (statistics !== undefined) await replaceStatistics(session, api, statistics)
    await replaceNotified(session, api, notified)
    return { ...done, isSame: false }
  })
}

/** Copies an API's history from the database to identical files. Throws USAGE for other files, HISTORY_UNAVAILABLE, WRITE_FAILED. */
export async function exportHistory({ folder, address, api, replace = false }: Transfer): Promise<Transferred> {
  const [texts, lines] = await inSchema(address, { mode: 'read' }, async (session) => [
    await textsIn(session, api, address.name),
    await readLines(session, api),
  ])
  const done = { runs: lines.runs.length, summaries: lines.summaries.length, notes: [] }
  const files: Texts = {
    history: historyFile(folder, api),
    statistics: statisticsFile(folder, api),
    notified: notifiedFile(folder, api),
  }
  return withLock(files.history, async (held) => {
    const different: (keyof Texts)[] = []
    for (const part of parts) {
      const there = (await readTextIfAny(files[part])) ?? ''
      if (there !== texts[part]) different.push(part)
      if (there !== '' && there !== texts[part] && !replace) throw otherHistoryError(files[part], api)
    }
    await held()
    // Write the runs last, so that a run whose statistics were already written is not counted again.
    for (const part of different)
      if (texts[part] === '') await rm(files[part], { force: true })
      else await writeWhole(files[part], texts[part])
    return { ...done, isSame: different.length === 0 }
  })
}

async function textsIn(session: Session, api: string, name: string): Promise<Texts> {
  const [statistics] = await readStatistics(session, api)
  return textsOf(await readLines(session, api), statistics, await readNotifiedRows(session, api, name))
}

function textsOf(lines: StoredLines, statistics: unknown, notified: NotifiedStates): Texts {
  return {
    history: historyText(lines),
    statistics: statistics === undefined ? '' : statisticsText(statistics),
    notified: Object.keys(notified).length === 0 ? '' : notifiedText(notified),
  }
}

function otherHistoryError(where: string, api: string): Error {
  return toolError('USAGE', [`There is already another history of ${api} in ${where}: --replace overwrites it.`])
}
