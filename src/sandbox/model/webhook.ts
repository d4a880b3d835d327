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

/** One call of a webhook; without a status if no response was received. */
export interface WebhookExecution {
  readonly id: string
  readonly webhookId: string
  readonly eventType: EventType
  readonly responseStatus?: number
  readonly createdAt: string
}

/** What is to be sent to a webhook, and when. */
export interface Delivery {
  readonly id: string
  readonly webhook: Webhook
  /** The JSON text of the event, the same at every attempt. */
  readonly payload: string
  /** Attempts made so far. */
  attempts: number
  dueAt: Date
}
