import { type Build, findBuild } from './builds/index.ts'
import { createClock } from './clock.ts'
import { createDriftSwitch, type DriftSwitch } from './drift/index.ts'
import { createApp, operations } from './http/app.ts'
import type { Description } from './http/browse.ts'
import { notWritten } from './http/refusal.ts'
import type { Watcher } from './http/watch.ts'
import { type Entry, type Header, type Journal, readHeader, replay } from './journal.ts'
import { settleDays } from './loans/daily-settlement.ts'
import { type Credentials, seedState } from './seed.ts'
import type { State } from './state.ts'
import { SandboxUsageError } from './usage-error.ts'
import { createDispatcher, type Send } from './webhooks/dispatcher.ts'

export interface ServiceOptions {
  readonly build: string
  readonly seed: number
  readonly tokens: Credentials
  readonly drift: readonly string[]
  readonly slowMs: number
  /** Clock of the service: fixed at its first start, or running. */
  readonly clock: { readonly fixedAt: Date } | { readonly source: () => Date }
  readonly send: Send
  readonly journal: Journal | undefined
  /** Called when the journal failed. The state is ahead of it, so every further response is a rejection. */
  readonly onLost: () => void
  readonly description: (() => Promise<Description>) | undefined
  readonly onResponse: Watcher | undefined
}

/** The service without sockets. */
export interface Service {
  readonly state: State
  readonly app: ReturnType<typeof createApp>
  readonly drifts: DriftSwitch
  /** Moves time forward by an ISO 8601 duration; resolves when everything due has happened. */
  readonly advance: (duration: string) => Promise<Date>
  readonly flush: () => void
  /** Resolves when no event is pending. */
  readonly settled: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Creates the service and restores state from the journal. Throws SandboxUsageError. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { journal, slowMs, description, tokens, onResponse } = options
  const build = findBuild(options.build)
  const lines = (await journal?.read()) ?? []
  const header = beginOf(options, build, lines)
  const startedAt = new Date(header.startedAt)
  const clock = createClock('source' in options.clock ? options.clock.source : () => startedAt)
  const before = clock.hold(startedAt)
  const state = seedState(clock, header.seed, tokens)
  clock.hold(before)
  const drifts = createDriftSwitch(operations, options.drift)
  let isReplaying = true
  let isLost = false
  let written = Promise.resolve()
  const lose = (): never => {
    isLost = true
    options.onLost()
    throw notWritten()
  }
  const enter = async (entry?: Entry) => {
    if (isReplaying || journal === undefined) return
    if (isLost) lose()
    if (entry) written = Promise.all([written, journal.append(JSON.stringify(entry))]).then(() => {}, lose)
    await written
  }
  const dispatcher = createDispatcher(state, options.send, (delivery, status, at) =>
    enter({ at: at.toISOString(), delivery, ...(status !== undefined && { status }) }),
  )
  const responded = () => {
    if (!isReplaying) dispatcher.flush()
  }
  const app = createApp({ state, build, drifts, slowMs, enter, responded, description, onResponse })
  if (lines.length === 0) await journal?.append(JSON.stringify(header))
  await bringBack(lines, state, app)
  isReplaying = false
  const advance = async (duration: string) => {
    const at = state.now().toISOString()
    const leap = clock.advance(duration)
    await enter({ at, leap })
    settleDays(state)
    await dispatcher.settled()
    return state.now()
  }
  const { flush, settled, close } = dispatcher
  return { state, app, drifts, advance, flush, settled, close }
}

/** Returns the start options: from the journal's header, or else from the options. */
function beginOf({ seed, clock }: ServiceOptions, build: Build, lines: readonly string[]): Header {
  const startedAt = ('fixedAt' in clock ? clock.fixedAt : clock.source()).toISOString()
  const initial: Header = { sandbox: 1, build: build.id, seed, startedAt }
  const kept = readHeader(lines)
  if (kept === undefined) return initial
  for (const name of ['build', 'seed'] as const) {
    if (kept[name] !== initial[name]) {
      throw new SandboxUsageError(
        `The state was begun with ${name} ${kept[name]}, and cannot go on with ${initial[name]}.`,
      )
    }
  }
  return kept
}

async function bringBack(lines: readonly string[], state: State, app: Service['app']): Promise<void> {
  await replay(lines, state, async ({ call, account, body }) => {
    const [method = '', path = ''] = call.split(' ')
    const token = account === 'main' ? state.mainToken : state.subAccounts.find(({ id }) => id === account)?.accessToken
    return app.request(path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    })
  })
}
