import { createHmac } from 'node:crypto'
import { toolError } from '../../model/errors.ts'
import { sha256 } from '../../util/fingerprint.ts'
import type { Notification } from './notification.ts'
import { send } from './request.ts'
import { slackMessage } from './slack-message.ts'
import { nameOf, type Sender, type SlackTarget, type WebhookTarget } from './target.ts'

/** `x-specdrift-delivery`: hash of the message; `x-specdrift-signature-256`: HMAC of `<timestamp>.<body>`. Throws ALERT_FAILED. */
export async function postWebhook(notification: Notification, target: WebhookTarget, sender: Sender): Promise<void> {
  const body = JSON.stringify(notification)
  const { secretEnv } = target
  const secret = secretEnv === undefined || sender.dryRun ? undefined : required(secretEnv, nameOf(target), sender)
  const timestamp = String(Math.floor(sender.clock() / 1000))
  await post(body, target, sender, {
    'x-specdrift-delivery': sha256(body).slice(0, 32),
    'x-specdrift-timestamp': timestamp,
    ...(secret && { 'x-specdrift-signature-256': `sha256=${signatureOf(secret, timestamp, body)}` }),
  })
}

/** Posts a notification as a Slack message. Throws ALERT_FAILED. */
export async function postSlack(notification: Notification, target: SlackTarget, sender: Sender): Promise<void> {
  await post(JSON.stringify(slackMessage(notification)), target, sender, {})
}

/** Returns the hex HMAC-SHA256 (RFC 2104) of `<timestamp>.<body>`. */
function signatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
}

async function post(
  body: string,
  target: WebhookTarget | SlackTarget,
  sender: Sender,
  extra: Readonly<Record<string, string>>,
): Promise<void> {
  const to = nameOf(target)
  if (sender.dryRun) return sender.dryRun(`would POST to ${to}\n${JSON.stringify(JSON.parse(body), null, 2)}\n`)
  const url = required(target.urlEnv, to, sender)
  const { protocol = '', username = '', password = '' } = URL.canParse(url) ? new URL(url) : {}
  if (!/^https?:$/.test(protocol)) throw toolError('ALERT_FAILED', [to, `${target.urlEnv} is not an http or https URL`])
  if (username !== '' || password !== '')
    throw toolError('ALERT_FAILED', [to, `${target.urlEnv} contains a URL with credentials, which are not supported`])
  const headers = { 'content-type': 'application/json', 'user-agent': `specdrift/${sender.version}`, ...extra }
  await send({ to, method: 'POST', url, headers, body }, sender)
}

function required(variable: string, to: string, { env }: Sender): string {
  const value = env[variable] ?? ''
  if (value === '') throw toolError('ALERT_FAILED', [to, `${variable} is not set`])
  return value
}
