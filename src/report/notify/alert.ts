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

/** What is notified, to whom, and where it is remembered. */
export interface Alert {
  readonly report: Report
  readonly targets: readonly AlertTarget[]
  readonly notified: HistoryStore['notified']
  /** Gets the error of a history that can't be used, the target, and the fingerprints that it was notified of all the same. */
  readonly onUnavailable?: (error: ToolError, target: string, told: readonly string[]) => void
}

/**
 * Notifies every target of what a run adds to what it was notified of before. One that cannot be reached keeps no other from being
 * notified; what went wrong is returned. Throws USAGE for a report that is of no whole run of the monitor.
 */
export async function sendAlerts(alert: Alert, sender: Sender): Promise<readonly ToolError[]> {
  const { report, targets } = alert
  if ((report.kind !== 'monitor' && report.kind !== 'check') || report.shard !== undefined || report.api === undefined)
    throw toolError('USAGE', [
      'Alerts are about whole runs of `specdrift monitor` and `specdrift check`: merge the reports of shards first.',
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

/** What is remembered is what was delivered: a message that failed is sent by the next run. */
async function sendAlert(alert: Alert, target: WebhookTarget | SlackTarget, sender: Sender): Promise<void> {
  const { notified } = alert
  let told: readonly string[] | undefined
  const deliver = async (before: NotifiedStates): Promise<NotifiedStates> => {
    const { after, fingerprints } = await notify(alert, before, target, sender)
    told = fingerprints
    return after
  }
  try {
    if (sender.dryRun === undefined)
      // Another run would send the same.
      await notified.alone(async ({ before, replace }) => replace(await deliver(before)))
    else await deliver(await notified.read())
  } catch (error) {
    if (!isUnavailable(error)) throw error
    // Better twice than never.
    if (told === undefined) await deliver({})
    alert.onUnavailable?.(error, nameOf(target), told ?? [])
  }
}

/** Sends a target the findings that it wasn't sent before. Returns the states to store, and the findings that were sent. */
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
