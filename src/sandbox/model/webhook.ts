/** Events for webhooks. Only MISSING_BANK_ACCOUNT is documented. */
export const eventTypes = ['LOAN_STATUS_CHANGED', 'TRANSACTION_STATUS_CHANGED', 'MISSING_BANK_ACCOUNT'] as const

export type EventType = (typeof eventTypes)[number]

/** A URL to call on an event. */
export interface Webhook {
  readonly id: string
  readonly eventType: EventType
  readonly url: string
}

/** A call of a webhook; without a status if there was no response. */
export interface WebhookExecution {
  readonly id: string
  readonly webhookId: string
  readonly eventType: EventType
  readonly responseStatus?: number
  readonly createdAt: string
}

/** A pending call of a webhook. */
export interface Delivery {
  readonly id: string
  readonly webhook: Webhook
  /** JSON text of the event, the same for every attempt. */
  readonly payload: string
  /** Attempts made so far. */
  attempts: number
  dueAt: Date
}
