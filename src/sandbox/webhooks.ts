import type { Fields } from './fields.ts'
import { invalid, notFound } from './refusal.ts'
import type { State } from './state.ts'

/** The events a webhook can be registered for. Only MISSING_BANK_ACCOUNT is stated. */
export const eventTypes = ['LOAN_STATUS_CHANGED', 'TRANSACTION_STATUS_CHANGED', 'MISSING_BANK_ACCOUNT'] as const

/** One of `eventTypes`. */
export type EventType = (typeof eventTypes)[number]

/** An address to call when something happens. */
export interface Webhook {
  readonly id: string
  readonly eventType: EventType
  readonly url: string
}

/** One call of a webhook. */
export interface WebhookExecution {
  readonly id: string
  readonly webhookId: string
  readonly eventType: EventType
  readonly responseStatus: number
  readonly createdAt: string
}

/** Registers a webhook. Nothing is delivered to it yet. */
export function registerWebhook(state: State, body: Fields): Webhook {
  body.require('eventType', 'url')
  const eventType = body.choice('eventType', eventTypes)
  const url = body.text('url')
  if (!isHttpUrl(url)) throw invalid('url', 'an http or https URL', url)
  const webhook = { id: state.nextId('webhook'), eventType, url }
  state.webhooks.push(webhook)
  return webhook
}

/** The webhook of that id; refuses with 404 if there is none. */
export function findWebhook({ webhooks }: State, id: string): Webhook {
  const found = webhooks.find((webhook) => webhook.id === id)
  if (found === undefined) throw notFound('webhook', 'id', id)
  return found
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
}
