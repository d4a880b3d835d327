import { rm } from 'node:fs/promises'
import { readTextIfAny } from '../../files/read-regular.ts'
import { withLock } from '../../files/with-lock.ts'
import { writeWhole } from '../../files/write-whole.ts'
import { toolError } from '../../model/errors.ts'
import { notifiedFile, notifiedText, readNotified } from '../../notify/state-file.ts'
import type { ApiName } from '../../util/api-name.ts'
import { addRuns, emptyLedger } from '../ledger.ts'
import { readStatisticsFile, statisticsFile, statisticsText } from '../statistics.ts'
import { historyFile, historyText, readRecords, recordsIn } from '../store.ts'
import type { DatabaseAddress } from './address.ts'
import { requireSchema } from './migrate.ts'
import { lockApi, readNotifiedRows, replaceNotified } from './postgres-history.ts'
import { insertRun, readLines, readStatistics, replaceStatistics, replaceSummary } from './rows.ts'
import { inTransaction, type Session } from './session.ts'

/** What a copy of the history of an API is between. */
export interface Transfer {
  readonly folder: string
  readonly address: DatabaseAddress
  readonly api: ApiName
  /** What the destination has of the API is replaced; default: that is an error. */
  readonly replace?: boolean
}

/** What was copied. */
export interface Transferred {
  readonly runs: number
  readonly summaries: number
  /** The destination had all of it before. */
  readonly isSame: boolean
  /** What could not be read, in sentences. */
  readonly notes: readonly string[]
}

/** The three files of the history of an API, as texts; empty where there is none. */
interface Texts {
  readonly history: string
  readonly statistics: string
  readonly notified: string
}

/**
 * Copies the files of an API into the database, in one transaction. Throws USAGE where the database has another history
 * of the API, HISTORY_UNAVAILABLE, FILE_UNREADABLE, STORE_BROKEN.
 */
export async function importHistory({ folder, address, api, replace = false }: Transfer): Promise<Transferred> {
  const { records, notes } = await readRecords(historyFile(folder, api))
  const { runs, summaries } = recordsIn(records)
  const read = await readStatisticsFile(statisticsFile(folder, api))
  const broken = typeof read === 'string' ? [`${statisticsFile(folder, api)} cannot be read and is skipped`] : []
  const statistics = typeof read === 'string' ? undefined : read
  const notified = await readNotified(notifiedFile(folder, api))
  const texts: Texts = {
    history: historyText({ summaries, runs }),
    statistics: statistics === undefined ? '' : statisticsText(statistics),
    notified: Object.keys(notified).length === 0 ? '' : notifiedText(notified),
  }
  const done = { runs: runs.length, summaries: summaries.length, notes: [...notes, ...broken] }
  return inTransaction(address, { mode: 'write' }, async (session) => {
    await requireSchema(session, address)
    for (const part of ['history', 'notified']) await lockApi(session, part, api)
    const there = await textsIn(session, api, address.name)
    if (isEqual(there, texts)) return { ...done, isSame: true }
    const isEmpty = isEqual(there, { history: '', statistics: '', notified: '' })
    if (!isEmpty && !replace) throw inTheWay(address.name, api)
    for (const table of ['runs', 'summaries', 'statistics', 'notified'])
      await session.query(`DELETE FROM specdrift.${table} WHERE api = $1`, [api])
    for (const summary of summaries) await replaceSummary(session, api, summary)
    const ledgers = new Map(summaries.map(({ target, ledger }) => [target, ledger]))
    for (const [index, run] of runs.entries()) {
      const before = ledgers.get(run.target) ?? emptyLedger
      await insertRun(session, api, { run, before, position: index + 1, lines: runs })
      ledgers.set(run.target, addRuns(before, [run], runs))
    }
    if (statistics !== undefined) await replaceStatistics(session, api, statistics)
    await replaceNotified(session, api, notified)
    return { ...done, isSame: false }
  })
}

/**
 * Copies the history of an API from the database into files, as they would be had they been written from the first run
 * on. Throws USAGE where other files are there, HISTORY_UNAVAILABLE, WRITE_FAILED.
 */
export async function exportHistory({ folder, address, api, replace = false }: Transfer): Promise<Transferred> {
  const { texts, runs, summaries } = await inTransaction(address, { mode: 'read' }, async (session) => {
    await requireSchema(session, address)
    const lines = await readLines(session, api)
    const counts = { runs: lines.runs.length, summaries: lines.summaries.length }
    return { ...counts, texts: await textsIn(session, api, address.name) }
  })
  const done = { runs, summaries, notes: [] }
  const files = {
    history: historyFile(folder, api),
    statistics: statisticsFile(folder, api),
    notified: notifiedFile(folder, api),
  }
  return withLock(files.history, async (held) => {
    const there: Texts = {
      history: (await readTextIfAny(files.history)) ?? '',
      statistics: (await readTextIfAny(files.statistics)) ?? '',
      notified: (await readTextIfAny(files.notified)) ?? '',
    }
    if (isEqual(there, texts)) return { ...done, isSame: true }
    for (const part of ['history', 'statistics', 'notified'] as const)
      if (there[part] !== '' && there[part] !== texts[part] && !replace) throw inTheWay(files[part], api)
    await held()
    // The runs last: what was counted before a run is there is counted once.
    for (const part of ['notified', 'statistics', 'history'] as const)
      if (texts[part] === '') await rm(files[part], { force: true })
      else if (texts[part] !== there[part]) await writeWhole(files[part], texts[part])
    return { ...done, isSame: false }
  })
}

async function textsIn(session: Session, api: string, name: string): Promise<Texts> {
  const [statistics] = await readStatistics(session, api)
  const notified = await readNotifiedRows(session, api, name)
  return {
    history: historyText(await readLines(session, api)),
    statistics: statistics === undefined ? '' : statisticsText(statistics),
    notified: Object.keys(notified).length === 0 ? '' : notifiedText(notified),
  }
}

function isEqual(a: Texts, b: Texts): boolean {
  return a.history === b.history && a.statistics === b.statistics && a.notified === b.notified
}

function inTheWay(where: string, api: string): Error {
  return toolError('USAGE', [`There is another history of ${api} in ${where} already: --replace replaces it.`])
}
