import { doAt } from '../clock.ts'
import type { State } from '../state.ts'
import { dueDeliveries, enterAttempt } from './webhooks.ts'

export interface Dispatcher {
  /** Sends due events, now or after the current round. */
  readonly flush: () => void
  /** Resolves when no event is due. */
  readonly settled: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Sends an event and returns the status; undefined without a response. */
export type Send = (url: string, payload: string, stop: AbortSignal) => Promise<number | undefined>

/** Timeout of a webhook, in milliseconds. */
const timeoutMs = 5000

/** Creates a dispatcher for a state's outbox. `entered` is awaited after every attempt; if it rejects, sending stops. */
export function createDispatcher(
  state: State,
  send: Send,
  entered: (deliveryId: string, status: number | undefined, at: Date) => Promise<void>,
): Dispatcher {
  const stop = new AbortController()
  let round: Promise<void> | undefined

  async function deliver(): Promise<void> {
    for (let due = dueDeliveries(state); due.length > 0 && !stop.signal.aborted; due = dueDeliveries(state)) {
      const statuses = await Promise.all(due.map(({ webhook, payload }) => send(webhook.url, payload, stop.signal)))
      if (stop.signal.aborted) return
      // Read once, so that journal and execution have the same time.
      const at = state.now()
      await Promise.all(
        due.map((delivery, index) => {
          doAt(state.clock, at, () => enterAttempt(state, delivery, statuses[index]))
          return entered(delivery.id, statuses[index], at)
        }),
      )
    }
  }

  const flush = () => {
    if (stop.signal.aborted || round !== undefined || dueDeliveries(state).length === 0) return
    round = deliver()
      .catch(() => stop.abort())
      .finally(() => {
        round = undefined
      })
  }
  const settled = async () => {
    flush()
    while (round !== undefined) {
      await round
      flush()
    }
  }
  return {
    flush,
    settled,
    close: async () => {
      stop.abort()
      await round
    },
  }
}

/** Sends by HTTP to this machine only. */
export async function sendToLoopback(url: string, payload: string, stop: AbortSignal): Promise<number | undefined> {
  return isLoopback(new URL(url).hostname) ? sendAnywhere(url, payload, stop) : undefined
}

/** Sends by HTTP to any host, without following redirects. */
export async function sendAnywhere(url: string, payload: string, stop: AbortSignal): Promise<number | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    // Any failure is an attempt without a response, shown in the list of executions.
    return undefined
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || /^127(\.\d+){3}$/.test(host)
}
