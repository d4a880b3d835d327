import { Socket } from 'node:net'
import type { Client } from 'pg'
import { type ToolError, toolError } from '../../model/errors.ts'
import { type Patience, unhurried } from '../history-store.ts'
import { type Connection, connectionOf, type DatabaseAddress, inSchemaOf, withoutSecrets } from './address.ts'

export type Row = Readonly<Record<string, unknown>>

/** An open transaction. */
export interface Session {
  /** Runs one statement. Throws HISTORY_UNAVAILABLE. */
  query(text: string, values?: readonly unknown[]): Promise<readonly Row[]>
}

/** Milliseconds to wait for a connection to close. */
const endMs = 1_000

/** Options of a transaction. */
export interface TransactionOptions {
  readonly mode: 'read' | 'write'
  /** Milliseconds until the server aborts an idle transaction, for example one of a killed process. Default: one minute. */
  readonly idle?: number
  /** Time limits. Default: 30 seconds per statement. */
  readonly patience?: Patience
}

/** Runs statements atomically in one transaction on a separate connection. Throws HISTORY_UNAVAILABLE, and any error of `use`. */
export async function inTransaction<T>(
  address: DatabaseAddress,
  { mode, idle = 60_000, patience = unhurried }: TransactionOptions,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const { client, socket, end } = await connect(address, await connectionOf(address), patience)
  const query: Session['query'] = async (text, values) => {
    try {
      const named = inSchemaOf(address, text)
      return (await within(patience, socket, () => client.query<Row>(named, values && [...values]))).rows
    } catch (cause) {
      throw unavailable(address, cause, text)
    }
  }
  try {
    await query(mode === 'read' ? 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY' : 'BEGIN')
    // Set these for the transaction only, because a connection pooler may reuse the session for other clients. The
    // limit is 90 %, so that the server gives up before this process does.
    const limit = await patience.spend((left) => Promise.resolve(String(Math.ceil(0.9 * left))))
    await query(
      "SELECT set_config('lock_timeout', $1, true), set_config('statement_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $2, true)",
      [limit, String(idle)],
    )
    const result = await use({ query })
    await query('COMMIT')
    return result
  } finally {
    // The server rolls back an uncommitted transaction.
    await end()
  }
}

/** Waits until no other transaction changes this part of a history in the same schema. Earlier versions lock the default schema the same way. */
export async function lockPart(
  session: Session,
  { schema = 'specdrift' }: DatabaseAddress,
  part: string,
): Promise<void> {
  await session.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${schema} ${part}`])
}

/** Closes the connection if `use` exceeds the remaining time. */
async function within<T>(patience: Patience, socket: Socket, use: () => Promise<T>): Promise<T> {
  return patience.spend(async (left) => {
    const late = new Error(`it did not respond within ${patience.milliseconds / 1000} s`)
    const timer = setTimeout(() => socket.destroy(late), left)
    try {
      return await use()
    } catch (cause) {
      throw socket.errored === late ? late : cause
    } finally {
      clearTimeout(timer)
    }
  })
}

interface Connected {
  readonly client: Client
  readonly socket: Socket
  end(): Promise<void>
}

async function connect(address: DatabaseAddress, connection: Connection, patience: Patience): Promise<Connected> {
  const { default: pg } = await import('pg')
  const { mayBePlain, ...settings } = connection
  const socket = new Socket()
  const client = new pg.Client({
    ...settings,
    stream: () => socket,
    application_name: 'specdrift',
    keepAlive: true,
  })
  // If an idle connection is lost, the next statement fails.
  client.on('error', () => {})
  const end = async (): Promise<void> => {
    const timer = setTimeout(() => socket.destroy(), endMs)
    await client.end().catch(() => undefined)
    clearTimeout(timer)
    socket.destroy()
  }
  try {
    await within(patience, socket, () => client.connect())
    return { client, socket, end }
  } catch (cause) {
    socket.destroy()
    if (mayBePlain && settings.ssl !== false && /does not support SSL/.test(messageOf(cause)))
      return connect(address, { ...connection, ssl: false }, patience)
    throw unavailable(address, cause)
  }
}

/** Converts a database error, without the URL and password. */
function unavailable(address: DatabaseAddress, cause: unknown, statement = ''): ToolError {
  const reason = withoutSecrets(address, messageOf(cause)).trim().replace(/\.$/, '')
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  // `lock_not_available` (PostgreSQL 17, appendix A).
  if (code === '55P03')
    return toolError('HISTORY_UNAVAILABLE', [address.name, 'another run holds it for too long', 'Run again.'])
  // Errors from the server have a severity. After any other error, the transaction may have been committed.
  const isUnknown = statement === 'COMMIT' && !(cause instanceof Error && 'severity' in cause)
  return toolError('HISTORY_UNAVAILABLE', [
    address.name,
    isUnknown ? `${reason}, and what was written last may be there all the same` : reason,
  ])
}

function messageOf(cause: unknown): string {
  // All addresses of the host were tried.
  if (cause instanceof AggregateError && cause.message === '') return messageOf(cause.errors[0])
  return cause instanceof Error ? cause.message : String(cause)
}
