import { setTimeout } from 'node:timers/promises'
import { InvalidArgumentError, Option } from 'commander'
import type { Config } from '../../config/schema.ts'
import type { HistoryStore } from '../../history/history-store.ts'
import { toolError } from '../../model/errors.ts'
import type { Report, Shard } from '../../model/report.ts'
import type { Alert } from '../../report/notify/alert.ts'
import type { Sender } from '../../report/notify/target.ts'
import { toolVersion } from '../../run/tool-version.ts'
import { openHistory } from '../shell/history.ts'
import type { Shell } from '../shell/shell.ts'

/** Value of `--notify`: send, or only print notifications. */
export type NotifyFlag = true | 'dry-run'

/** Option `--notify [dry-run]`. */
export function notifyOption(): Option {
  return new Option(
    '--notify [dry-run]',
    'send new, regressed and fixed findings to the `notify` targets of the config; dry-run prints them',
  ).argParser((text): NotifyFlag => {
    if (text === 'dry-run') return text
    throw new InvalidArgumentError('It takes dry-run or no value; put the API name before it.')
  })
}

/** Validates `--notify` before anything is called. Throws USAGE without targets or for a shard. */
export function requireTargets(config: Config, notify: NotifyFlag | undefined, shard?: Shard): void {
  if (notify === undefined) return
  if (config.notify.length === 0)
    throw toolError('USAGE', ['--notify needs a target: `notify` in the config is empty.'])
  if (shard !== undefined)
    throw toolError('USAGE', ['A shard is only part of a run: merge the reports, then use `specdrift notify send`.'])
}

/** Notifies the targets of the config and prints failures to stderr. Returns true if all were notified. */
export async function notifyTargets(
  shell: Shell,
  config: Config,
  report: Report,
  options: { readonly dryRun?: Sender['dryRun']; readonly store?: HistoryStore },
): Promise<boolean> {
  const [{ sendAlerts }, { triedOnce }] = await Promise.all([
    import('../../report/notify/alert.ts'),
    import('../../history/history-store.ts'),
  ])
  const { notified } = options.store ?? triedOnce(await openHistory(shell, config, report.api ?? ''))
  const sender = senderOf(shell, options.dryRun)
  const onUnavailable: Alert['onUnavailable'] = ({ message }, target, told) => {
    const about = told.length === 0 ? '' : ` It notified ${target} of ${told.join(', ')}.`
    shell.note(`warning: ${message}${about} The next run may repeat the notification.\n`)
  }
  const failures = await sendAlerts({ report, targets: config.notify, notified, onUnavailable }, sender)
  for (const { message, hint } of failures) shell.note(`error: ${message}\nhint: ${hint}\n`)
  return failures.length === 0
}

/** Returns the environment for sending alerts from this process. */
export function senderOf(shell: Shell, dryRun: Sender['dryRun']): Sender {
  return {
    env: shell.env,
    fetch: async (url, init) => {
      const { proxiedFetch } = await import('../../drift/transport/proxied-fetch.ts')
      return proxiedFetch(shell.env, globalThis.fetch)(url, init)
    },
    clock: shell.clock,
    wait: (milliseconds) => setTimeout(milliseconds),
    version: toolVersion(),
    dryRun,
  }
}
