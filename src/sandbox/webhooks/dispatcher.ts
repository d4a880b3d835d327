import { doAt } from '../clock.ts'
import type { State } from '../state.ts'
import { dueDeliveries, enterAttempt } from './webhooks.ts'

/** Sends events to the webhooks. */
export interface Dispatcher {
  /** Sends what is due, now or as soon as the present round is through. */
  readonly flush: () => void
  /** Resolves when nothing is due any more. */
  readonly settled: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Sends one event: returns the status received, undefined without a response. */
export type Send = (url: string, payload: string, stop: AbortSignal) => Promise<number | undefined>

/** Timeout of a webhook, in milliseconds. */
const timeoutMs = 5000

/**
 * Creates a dispatcher over a state's outbox. `entered` is called after every attempt is entered, and is awaited;
 * when it rejects nothing more is sent.
 */
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
      // Read once: a journal has the time that the execution has.
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

/** Sends by HTTP, to addresses of this machine only: events of a sandbox are not sent to other hosts. */
export async function sendToLoopback(url: string, payload: string, stop: AbortSignal): Promise<number | undefined> {
  return isLoopback(new URL(url).hostname) ? sendAnywhere(url, payload, stop) : undefined
}

/** Sends by HTTP to any address. Redirects are not followed. */
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
    // Whatever the reason, it is an attempt without a response, which the list of executions shows.
    return undefined
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || /^127(\.\d+){3}$/.test(host)
}
