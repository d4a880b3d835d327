import { type HistoryStore, isUnavailable } from '../../history/history-store.ts'
import { ToolError, toolError } from '../../model/errors.ts'
import type { Report } from '../../model/report.ts'
import { eventsOf, nothingNotified } from './events.ts'
import { updateIssue } from './github-issue.ts'
import { aboutOf } from './marker.ts'
import { notificationOf } from './notification.ts'
import type { NotifiedStates } from './state.ts'
import { type AlertTarget, nameOf, runUrlOf, type Sender, type SlackTarget, type WebhookTarget } from './target.ts'
import { postSlack, postWebhook } from './webhook.ts'

/** A report to notify about, with its targets and the store of sent notifications. */
export interface Alert {
  readonly report: Report
  readonly targets: readonly AlertTarget[]
  readonly notified: HistoryStore['notified']
  /** Called if the history is unavailable, with the error, the target, and the fingerprints that were sent anyway. */
  readonly onUnavailable?: (error: ToolError, target: string, told: readonly string[]) => void
}

/** Notifies targets about changes since their last notification and returns errors. Throws USAGE for an incomplete run. */
export async function sendAlerts(alert: Alert, sender: Sender): Promise<readonly ToolError[]> {
  const { report, targets } = alert
  if ((report.kind !== 'monitor' && report.kind !== 'check') || report.shard !== undefined || report.api === undefined)
    throw toolError('USAGE', [
      'Alerts require a complete run of `specdrift monitor` or `specdrift check`: merge the reports of shards first.',
    ])
  const failures: ToolError[] = []
  for (const target of targets) {
    try {
      if (target.type === 'github-issue') await updateIssue(report, target, sender)
      else await sendAlert(alert, target, sender)
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      failures.push(error)
    }
  }
  return failures
}

/** Sends a notification and stores the new state only after delivery, so that the next run retries a failed one. */
async function sendAlert(alert: Alert, target: WebhookTarget | SlackTarget, sender: Sender): Promise<void> {
  const { notified } = alert
  let sentFingerprints: readonly string[] | undefined
  const deliver = async (before: NotifiedStates): Promise<NotifiedStates> => {
    const { after, fingerprints } = await notify(alert, before, target, sender)
    sentFingerprints = fingerprints
    return after
  }
  try {
    if (sender.dryRun === undefined)
      // The lock prevents a concurrent run from sending the same notification.
      await notified.alone(async ({ before, replace }) => replace(await deliver(before)))
    else await deliver(await notified.read())
  } catch (error) {
    if (!isUnavailable(error)) throw error
    // Without a usable history, send everything: a duplicate is better than a lost alert.
    if (sentFingerprints === undefined) await deliver({})
    alert.onUnavailable?.(error, nameOf(target), sentFingerprints ?? [])
  }
}

/** Sends a target the findings it has not received yet. Returns the new states and the fingerprints that were sent. */
async function notify(
  { report }: Alert,
  before: NotifiedStates,
  target: WebhookTarget | SlackTarget,
  sender: Sender,
): Promise<{ readonly after: NotifiedStates; readonly fingerprints: readonly string[] }> {
  const name = aboutOf({ ...report, api: `${target.type} ${target.urlEnv}` })
  const events = eventsOf(report, (Object.hasOwn(before, name) ? before[name] : undefined) ?? nothingNotified)
  const notification = notificationOf(report, events, runUrlOf(sender))
  if (notification !== undefined) {
    if (target.type === 'webhook') await postWebhook(notification, target, sender)
    else await postSlack(notification, target, sender)
  }
  const { added, joined, fixed } = events
  const fingerprints = notification === undefined ? [] : [...added, ...joined, ...fixed].map((each) => each.fingerprint)
  return { after: { ...before, [name]: events.state }, fingerprints }
}
