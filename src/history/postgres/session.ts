import { Socket } from 'node:net'
import type { Client } from 'pg'
import { type ToolError, toolError } from '../../model/errors.ts'
import { type Connection, connectionOf, type DatabaseAddress, withoutSecrets } from './address.ts'

/** A row of a result. */
export type Row = Readonly<Record<string, unknown>>

/** A transaction that is under way. */
export interface Session {
  /** Runs one statement. Throws HISTORY_UNAVAILABLE. */
  query(text: string, values?: readonly unknown[]): Promise<readonly Row[]>
}

/** Milliseconds, whatever the network does: a run never waits longer for its history. */
const limits = {
  /** From the first packet to a session. */
  connect: 10_000,
  /** For another run that holds the same history. */
  lock: 20_000,
  /** Of a statement on the server, the wait for another run among it. */
  statement: 25_000,
  /** Of a statement as seen from here, where the server does not respond. */
  response: 30_000,
  /** Until a session ends that was asked to. */
  end: 1_000,
}

/** What a transaction is for. */
export interface TransactionOptions {
  readonly mode: 'read' | 'write'
  /** Milliseconds after which the server ends a transaction in which nothing happens: its run is gone. Default: a minute. */
  readonly idle?: number
}

/**
 * Runs statements in one transaction of a connection of its own: all of what they write is there afterwards, or nothing,
 * also when the run is killed. Throws HISTORY_UNAVAILABLE, and what `use` throws.
 */
export async function inTransaction<T>(
  address: DatabaseAddress,
  { mode, idle = 60_000 }: TransactionOptions,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const { client, end } = await connect(address, await connectionOf(address))
  const query: Session['query'] = async (text, values) => {
    try {
      return (await client.query<Row>(text, values && [...values])).rows
    } catch (cause) {
      throw unavailable(address, cause)
    }
  }
  try {
    await query(mode === 'read' ? 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY' : 'BEGIN')
    // Of this transaction only: a pooler may give the session to somebody else.
    await query(
      "SELECT set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true), set_config('idle_in_transaction_session_timeout', $3, true)",
      [String(limits.lock), String(limits.statement), String(idle)],
    )
    const result = await use({ query })
    await query('COMMIT')
    return result
  } finally {
    // A transaction that was not committed is rolled back by the server.
    await end()
  }
}

interface Connected {
  readonly client: Client
  end(): Promise<void>
}

async function connect(address: DatabaseAddress, connection: Connection): Promise<Connected> {
  const { default: pg } = await import('pg')
  const { mayBePlain, ...settings } = connection
  const socket = new Socket()
  const client = new pg.Client({
    ...settings,
    stream: () => socket,
    application_name: 'specdrift',
    connectionTimeoutMillis: limits.connect,
    query_timeout: limits.response,
    keepAlive: true,
  })
  // A connection that is lost while nothing is asked of it: the next statement fails.
  client.on('error', () => {})
  const end = async (): Promise<void> => {
    const timer = setTimeout(() => socket.destroy(), limits.end)
    await client.end().catch(() => undefined)
    clearTimeout(timer)
    socket.destroy()
  }
  try {
    await client.connect()
    return { client, end }
  } catch (cause) {
    socket.destroy()
    if (mayBePlain && settings.ssl !== false && /does not support SSL/.test(messageOf(cause)))
      return connect(address, { ...connection, ssl: false })
    throw unavailable(address, cause)
  }
}

/** The error of a database: what it says without the URL or the password. */
function unavailable(address: DatabaseAddress, cause: unknown): ToolError {
  const reason = withoutSecrets(address, messageOf(cause)).trim().replace(/\.$/, '')
  // `lock_not_available` (PostgreSQL 17, appendix A).
  const isHeld = cause instanceof Error && 'code' in cause && cause.code === '55P03'
  return toolError(
    'HISTORY_UNAVAILABLE',
    isHeld
      ? [address.name, `another run has held it for ${limits.lock / 1000} s`, 'Run again.']
      : [address.name, reason],
  )
}

function messageOf(cause: unknown): string {
  // Of a name with several addresses, each was tried.
  if (cause instanceof AggregateError && cause.message === '') return messageOf(cause.errors[0])
  return cause instanceof Error ? cause.message : String(cause)
}
