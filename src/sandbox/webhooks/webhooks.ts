import type { Fields } from '../http/fields.ts'
import { invalid, notFound } from '../http/refusal.ts'
import type { Loan } from '../model/loan.ts'
import { type Delivery, type EventType, eventTypes, type Webhook } from '../model/webhook.ts'
import type { State } from '../state.ts'

/** Pattern of a webhook URL: http or https, a host name or IPv4 address, optional port and path. */
const urlPattern =
  /^https?:\/\/([a-z]([a-z0-9]|-[a-z0-9])*(\.[a-z]([a-z0-9]|-[a-z0-9])*)*|((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d))(:([1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?(\/[!-~]*)?$/

/** Minutes between an attempt and the next; no attempt follows the last. Assumed. */
const backoff = [1, 5, 30] as const

export function registerWebhook(state: State, body: Fields): Webhook {
  body.require('eventType', 'url')
  const eventType = body.choice('eventType', eventTypes)
  const url = body.text('url')
  if (!urlPattern.test(url)) throw invalid('url', 'an http or https URL', url)
  const webhook = { id: state.nextId('webhook'), eventType, url }
  state.webhooks.push(webhook)
  return webhook
}

/** Returns the webhook with this id. Throws 404. */
export function findWebhook({ webhooks }: State, id: string): Webhook {
  return webhooks.find((webhook) => webhook.id === id) ?? notFound('webhook', 'id', id)
}

/** Adds an event to the outbox for every webhook registered for it. `data` is only built if there is one. */
export function emit(state: State, eventType: EventType, data: () => unknown): void {
  for (const webhook of state.webhooks) {
    if (webhook.eventType !== eventType) continue
    const id = state.nextId('delivery')
    const payload = JSON.stringify({ id, eventType, createdAt: state.now().toISOString(), data: data() })
    state.outbox.push({ id, webhook, payload, attempts: 0, dueAt: state.now() })
  }
}

/** Emits an event for an opened or closed loan. */
export function announceLoan(state: State, { id, externalLoanId, status }: Loan): void {
  emit(state, 'LOAN_STATUS_CHANGED', () => ({ id, externalLoanId, status }))
}

export function dueDeliveries({ outbox, now }: State): readonly Delivery[] {
  return outbox.filter(({ dueAt }) => dueAt <= now())
}

/** Records an attempt as an execution, and schedules another one unless it returned 2xx or was the last. */
export function enterAttempt(state: State, delivery: Delivery, responseStatus: number | undefined): void {
  const { id: webhookId, eventType } = delivery.webhook
  const responded = responseStatus !== undefined && { responseStatus }
  const createdAt = state.now().toISOString()
  state.executions.push({ id: state.nextId('execution'), webhookId, eventType, ...responded, createdAt })
  const pause = backoff[delivery.attempts]
  delivery.attempts += 1
  const isDone = responseStatus !== undefined && responseStatus >= 200 && responseStatus < 300
  if (isDone || pause === undefined) state.outbox.splice(state.outbox.indexOf(delivery), 1)
  else delivery.dueAt = new Date(state.now().getTime() + pause * 60_000)
}
