import { reckon } from './reckoning.ts'
import type { State } from './state.ts'
import { SandboxUsageError } from './usage-error.ts'
import { enterAttempt } from './webhooks.ts'

/** Where a service keeps what it was told. A line is kept once the promise of `append` resolves. */
export interface Journal {
  /** The lines it held when it was opened. */
  readonly lines: readonly string[]
  readonly append: (line: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** What a service was started with, the first line of a journal. */
export interface Header {
  readonly sandbox: 1
  readonly build: string
  readonly seed: number
  /** ISO 8601. */
  readonly startedAt: string
}

/** Something that changed what the service knows, and when: a request, an attempt at a webhook, or time itself. */
export type Entry = { readonly at: string } & (
  | { readonly call: string; readonly account: string; readonly body: string }
  | { readonly delivery: string; readonly status?: number }
  | { readonly leap: number }
)

/** Reads the first line; undefined if the journal is new. Throws a SandboxUsageError if it is no journal of ours. */
export function readHeader({ lines }: Journal): Header | undefined {
  const [first] = lines
  if (first === undefined) return undefined
  const header = parseLine<Partial<Header>>(first, 1)
  const { sandbox, build, seed, startedAt } = header
  if (sandbox !== 1 || build === undefined || seed === undefined || startedAt === undefined) throw unreadable(1)
  return { sandbox, build, seed, startedAt }
}

/**
 * Brings a service to where it was: the service is deterministic, so what it was told, told again at the same times,
 * leads to the same state. `tell` repeats a request. Throws a SandboxUsageError if a line cannot be read or told.
 */
export async function replay(
  journal: Journal,
  state: State,
  tell: (entry: Extract<Entry, { readonly call: string }>) => Promise<Response>,
): Promise<void> {
  for (const [index, line] of journal.lines.entries()) {
    if (index === 0) continue
    const entry = parseLine<Entry>(line, index + 1)
    const before = state.clock.hold(new Date(entry.at))
    try {
      if ('call' in entry) {
        const { ok } = await tell(entry)
        if (!ok) throw new SandboxUsageError(`Line ${index + 1} of the state is refused; it is of another version.`)
      } else repeat(state, entry)
    } finally {
      state.clock.hold(before)
    }
  }
}

function repeat(state: State, entry: Exclude<Entry, { readonly call: string }>): void {
  reckon(state)
  if ('leap' in entry) state.clock.leap(entry.leap)
  else {
    const delivery = state.outbox.find(({ id }) => id === entry.delivery)
    if (delivery) enterAttempt(state, delivery, entry.status)
  }
}

/** A line as what it was written from: only this service writes journals, and what is torn off was cut before. */
function parseLine<T>(line: string, number: number): T {
  try {
    return JSON.parse(line) as T
  } catch {
    throw unreadable(number)
  }
}

function unreadable(number: number): SandboxUsageError {
  return new SandboxUsageError(`Line ${number} of the state cannot be read; it is not one the sandbox wrote.`)
}
