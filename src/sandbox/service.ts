import { type Build, findBuild } from './builds/index.ts'
import { createClock } from './clock.ts'
import { createDriftSwitch, type DriftSwitch } from './drift/index.ts'
import { createApp, operations } from './http/app.ts'
import type { Description } from './http/browse.ts'
import type { Watcher } from './http/watch.ts'
import { type Entry, type Header, type Journal, readHeader, replay } from './journal.ts'
import { settleDays } from './loans/daily-settlement.ts'
import { type Credentials, seedState } from './seed.ts'
import type { State } from './state.ts'
import { SandboxUsageError } from './usage-error.ts'
import { createDispatcher, type Send } from './webhooks/dispatcher.ts'

/** Options of a service. */
export interface ServiceOptions {
  readonly build: string
  readonly seed: number
  readonly tokens: Credentials
  readonly drift: readonly string[]
  readonly slowMs: number
  /** The clock of the service: fixed at the moment the service was first started, or running. */
  readonly clock: { readonly fixedAt: Date } | { readonly source: () => Date }
  readonly send: Send
  readonly journal: Journal | undefined
  readonly description: (() => Promise<Description>) | undefined
  readonly onResponse: Watcher | undefined
}

/** The service without its sockets. */
export interface Service {
  readonly state: State
  readonly app: ReturnType<typeof createApp>
  readonly drifts: DriftSwitch
  /** Moves time forward by an ISO 8601 duration; resolves when everything that fell due has happened. */
  readonly advance: (duration: string) => Promise<Date>
  /** Sends the events that are due. */
  readonly flush: () => void
  /** Resolves when no event is pending any more. */
  readonly settled: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Creates the service and restores the state of its journal. Throws a SandboxUsageError if it cannot be created. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { journal, slowMs, description, tokens, onResponse } = options
  const build = findBuild(options.build)
  const header = beginOf(options, build)
  const startedAt = new Date(header.startedAt)
  const clock = createClock('source' in options.clock ? options.clock.source : () => startedAt)
  const before = clock.hold(startedAt)
  const state = seedState(clock, header.seed, tokens)
  clock.hold(before)
  const drifts = createDriftSwitch(operations, options.drift)
  let isReplaying = true
  const enter = async (entry: Entry) => {
    if (!isReplaying) await journal?.append(JSON.stringify(entry))
  }
  const dispatcher = createDispatcher(state, options.send, (delivery, status, at) =>
    enter({ at: at.toISOString(), delivery, ...(status !== undefined && { status }) }),
  )
  const responded = () => {
    if (!isReplaying) dispatcher.flush()
  }
  const app = createApp({ state, build, drifts, slowMs, enter, responded, description, onResponse })
  if (journal !== undefined) await bringBack(journal, header, state, app)
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

/** What the service began with: the header of its journal, or else the options. */
function beginOf({ journal, seed, clock }: ServiceOptions, build: Build): Header {
  const startedAt = ('fixedAt' in clock ? clock.fixedAt : clock.source()).toISOString()
  const initial: Header = { sandbox: 1, build: build.id, seed, startedAt }
  const kept = journal && readHeader(journal)
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

async function bringBack(journal: Journal, header: Header, state: State, app: Service['app']): Promise<void> {
  if (journal.lines.length === 0) return journal.append(JSON.stringify(header))
  await replay(journal, state, async ({ call, account, body }) => {
    const [method = '', path = ''] = call.split(' ')
    const token = account === 'main' ? state.mainToken : state.subAccounts.find(({ id }) => id === account)?.accessToken
    return app.request(path, { method, headers: { authorization: `Bearer ${token}` }, body })
  })
}
