import { type NotifiedStates, statesIn } from '../../report/notify/state.ts'
import type { ApiName } from '../../util/api-name.ts'
import { byText } from '../../util/text.ts'
import { type HistoryStore, type HistoryWriter, type Shared, unhurried } from '../history-store.ts'
import { addRuns } from '../ledger.ts'
import type { RunRecord } from '../run-record.ts'
import {
  defaultLimits,
  type History,
  historyText,
  isDeliveredBy,
  keyOf,
  ledgerOf,
  pruned,
  type RotationLimits,
  recordsIn,
  rotated,
} from '../store.ts'
import type { DatabaseAddress } from './address.ts'
import { inSchema } from './migrate.ts'
import {
  insert,
  insertRun,
  instant,
  readKept,
  readLines,
  replaceRun,
  replaceStatistics,
  replaceSummary,
  storable,
} from './rows.ts'
import { lockPart, type Session } from './session.ts'

/** Upper limit in milliseconds for sending a notification, including retries. */
const longestNotificationMs = 300_000

/** Opens an API's history in PostgreSQL. Each call uses one connection and transaction; an advisory lock serializes writers. */
export function postgresHistory(
  address: DatabaseAddress,
  api: ApiName,
  limits = defaultLimits,
  patience = unhurried,
): HistoryStore {
  const { name } = address
  const shared = <T, W>(
    { lock, idle }: { readonly lock: string; readonly idle?: number },
    read: (session: Session) => Promise<T>,
    writer: (kept: T, session: Session) => Promise<W>,
  ): Shared<T, W> => ({
    read: () => inSchema(address, { mode: 'read', patience }, read),
    alone: (use) =>
      inSchema(address, { mode: 'write', patience, ...(idle !== undefined && { idle }) }, async (session) => {
        await lockPart(session, address, `${lock} ${api}`)
        return use(await writer(await read(session), session))
      }),
  })
  return {
    name,
    ...shared(
      { lock: 'history' },
      (session) => readKept(session, api, name),
      async (kept, session): Promise<HistoryWriter> => {
        let { history } = kept
        const [clock] = await session.query('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now')
        return {
          ...{ ...kept, now: Number(clock?.now) },
          append: async (run, counted) => {
            history = await append(session, api, run, { history, limits })
            if (counted !== undefined) await replaceStatistics(session, api, counted)
          },
          async prune(before) {
            history = await sumUp(session, api, history, pruned(history, before))
            const deleted = await session.query(
              'DELETE FROM specdrift.runs WHERE api = $1 AND summed_up AND started_at < $2 RETURNING 1 AS one',
              [api, new Date(before).toISOString()],
            )
            return deleted.length
          },
        }
      },
    ),
    notified: shared(
      { lock: 'notified', idle: longestNotificationMs },
      (session) => readNotifiedRows(session, api, name),
      async (before, session) => ({ before, replace: (states) => replaceNotified(session, api, states) }),
    ),
  }
}

/** Returns the sorted names of the APIs with runs in the database. Throws HISTORY_UNAVAILABLE. */
export function apisInDatabase(address: DatabaseAddress): Promise<readonly string[]> {
  return inSchema(address, { mode: 'read' }, async ({ query }) => {
    const rows = await query('SELECT DISTINCT api FROM specdrift.runs')
    return rows.map(({ api }) => String(api)).sort(byText)
  })
}

/** Adds a run and returns the history with it. Doesn't summarize older runs if a later specdrift version wrote some rows. */
async function append(
  session: Session,
  api: string,
  run: RunRecord,
  { history, limits }: { readonly history: History; readonly limits: RotationLimits },
): Promise<History> {
  const { runs, summaries } = history
  const own = runs.find((each) => keyOf(each) === keyOf(run))
  if (own !== undefined) {
    if (!isDeliveredBy(own, run)) return history
    await replaceRun(session, api, run)
    return recordsIn([...summaries, ...runs, run])
  }
  const [last] = await session.query(
    'SELECT coalesce(max(position), 0) + 1 AS position FROM specdrift.runs WHERE api = $1',
    [api],
  )
  const before = ledgerOf(history, run.target, run.startedAt)
  await insertRun(session, api, { run, before, after: addRuns(before, [run]), position: Number(last?.position) })
  const grown = { summaries, runs: [...runs, run] }
  // The limit is the size that the history would have as a file.
  return sumUp(session, api, grown, rotated(grown, Buffer.byteLength(historyText(grown)), limits))
}

/** Stores summaries in place of older runs, and returns the resulting history. */
async function sumUp(session: Session, api: string, whole: History, after: History | undefined): Promise<History> {
  if (after === undefined) return whole
  const lines = await readLines(session, api)
  const known = recordsIn([...lines.summaries, ...lines.runs])
  if (known.summaries.length < lines.summaries.length || known.runs.length < lines.runs.length) return whole
  // The rows of summarized runs stay, for SQL queries.
  for (const summary of after.summaries) await replaceSummary(session, api, summary)
  const kept = [after.runs.map(({ target }) => storable(target)), after.runs.map(({ startedAt }) => instant(startedAt))]
  await session.query(
    `UPDATE specdrift.runs SET summed_up = true WHERE api = $1 AND NOT summed_up
     AND (target, started_at) NOT IN (SELECT * FROM unnest($2::text[], $3::timestamptz[]))`,
    [api, ...kept],
  )
  return after
}

/** Reads the notified states. Throws STORE_BROKEN. */
export async function readNotifiedRows(session: Session, api: string, name: string): Promise<NotifiedStates> {
  const rows = await session.query(
    'SELECT target, record::text FROM specdrift.notified WHERE api = $1 ORDER BY position',
    [api],
  )
  return statesIn(
    rows.map(({ target, record }) => [String(target), JSON.parse(String(record))] as const),
    name,
  )
}

/** Replaces the notified states. */
export async function replaceNotified(session: Session, api: string, states: NotifiedStates): Promise<void> {
  await session.query('DELETE FROM specdrift.notified WHERE api = $1', [api])
  for (const [position, [target, state]] of Object.entries(states).entries()) {
    const counts = { open: state.open.length + state.more, clean_runs: state.clean }
    await insert(session, 'notified', { api, target, ...counts, record: JSON.stringify(state), position })
  }
}
