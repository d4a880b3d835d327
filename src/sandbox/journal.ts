import { readTime } from './clock.ts'
import { settleDays } from './loans/daily-settlement.ts'
import type { State } from './state.ts'
import { SandboxUsageError } from './usage-error.ts'
import { enterAttempt } from './webhooks/webhooks.ts'

/** Storage for the requests of a service. A line is stored once `append` resolves; after a rejection, all calls reject until `read`. */
export interface Journal {
  /** Returns the stored lines and removes incomplete ones. */
  readonly read: () => Promise<readonly string[]>
  readonly append: (line: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** Start options of a service, the first line of a journal. */
export interface Header {
  readonly sandbox: 1
  readonly build: string
  readonly seed: number
  /** ISO 8601. */
  readonly startedAt: string
}

/** A state change with its time: a request, a webhook delivery, or a move of the clock. */
export type Entry = { readonly at: string } & (
  | { readonly call: string; readonly account: string; readonly body: string }
  | { readonly delivery: string; readonly status?: number }
  | { readonly leap: number }
)

/** Parses the first line; undefined for a new journal. Throws SandboxUsageError if it isn't a journal of ours. */
export function readHeader([first]: readonly string[]): Header | undefined {
  if (first === undefined) return undefined
  const { sandbox, build, seed, startedAt } = parseLine(first, 1)
  if (sandbox !== 1) throw unreadable(1)
  if (typeof build !== 'string') throw unfit(1, 'build', 'a text', build)
  if (!isWhole(seed)) throw unfit(1, 'seed', 'a whole number', seed)
  if (!isMoment(startedAt)) throw unfit(1, 'startedAt', moment, startedAt)
  return { sandbox, build, seed, startedAt }
}

/** Restores state by repeating requests at the same times. Throws SandboxUsageError for a line that can't be repeated. */
export async function replay(
  lines: readonly string[],
  state: State,
  send: (entry: Extract<Entry, { readonly call: string }>) => Promise<Response>,
): Promise<void> {
  for (const [index, line] of lines.entries()) {
    if (index === 0) continue
    const entry = readEntry(line, index + 1)
    const before = state.clock.hold(new Date(entry.at))
    try {
      if ('call' in entry) {
        const { ok } = await send(entry)
        if (!ok) throw new SandboxUsageError('It is refused; it is of another version.')
      } else repeat(state, entry)
    } catch (cause) {
      // Adds the line number to any error.
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new SandboxUsageError(`Line ${index + 1} of the state cannot be repeated: ${reason}`)
    } finally {
      state.clock.hold(before)
    }
  }
}

function repeat(state: State, entry: Exclude<Entry, { readonly call: string }>): void {
  settleDays(state)
  if ('leap' in entry) state.clock.leap(entry.leap)
  else {
    const delivery = state.outbox.find(({ id }) => id === entry.delivery)
    if (delivery) enterAttempt(state, delivery, entry.status)
  }
}

const moment = 'an ISO 8601 time from 2000 to 2199'

function readEntry(line: string, number: number): Entry {
  const { at, call, account, body, delivery, status, leap } = parseLine(line, number)
  if (!isMoment(at)) throw unfit(number, 'at', moment, at)
  if (call !== undefined) {
    if (typeof call !== 'string' || !/^(?:POST|PUT|PATCH|DELETE) \/\S*$/.test(call))
      throw unfit(number, 'call', 'a method that changes something, and a path', call)
    if (typeof account !== 'string') throw unfit(number, 'account', 'a text', account)
    if (typeof body !== 'string') throw unfit(number, 'body', 'a text', body)
    return { at, call, account, body }
  }
  if (delivery !== undefined) {
    if (typeof delivery !== 'string') throw unfit(number, 'delivery', 'a text', delivery)
    if (status === undefined) return { at, delivery }
    if (!isWhole(status) || status < 100 || status > 599) throw unfit(number, 'status', 'a status code', status)
    return { at, delivery, status }
  }
  if (leap === undefined) throw unreadable(number, 'it has neither call nor delivery nor leap')
  if (!isWhole(leap)) throw unfit(number, 'leap', 'a whole number of milliseconds, not below 0', leap)
  return { at, leap }
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function isMoment(value: unknown): value is string {
  // Journals have the format of `toISOString`.
  return typeof value === 'string' && /^2[01]\d\d-.*Z$/.test(value) && readTime(value) !== undefined
}

function parseLine(line: string, number: number): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw unreadable(number, 'it is no JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unreadable(number, `it must be an object, not ${brief(value)}`)
  return value as Readonly<Record<string, unknown>>
}

function unfit(number: number, name: string, expected: string, value: unknown): SandboxUsageError {
  return unreadable(number, `${name} must be ${expected}, not ${brief(value)}`)
}

function unreadable(number: number, reason = 'it is not one the sandbox wrote'): SandboxUsageError {
  return new SandboxUsageError(`Line ${number} of the state cannot be read: ${reason}.`)
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing'
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
