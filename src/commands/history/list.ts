import type { Command } from 'commander'
import type { Kept } from '../../history/history-store.ts'
import { ledgerOf } from '../../history/store.ts'
import { plural } from '../../util/text.ts'
import { type ApisFlags, forEachApi, pickApis, withApis } from '../shell/apis.ts'
import { openHistory } from '../shell/history.ts'
import { examples } from '../shell/options/examples.ts'
import { historyOptions } from '../shell/options/options.ts'
import { destinationsOf, emitAll, type OutputFlags, outputOptions, requireApart } from '../shell/options/outputs.ts'
import { readSettings } from '../shell/settings.ts'
import type { Shell } from '../shell/shell.ts'

interface ListFlags extends OutputFlags, ApisFlags {
  readonly historyDir?: string
}

/** Summary of stored runs against one target. */
interface TargetRow {
  readonly target: string
  /** Number of runs that checked something, including summarized ones. */
  readonly runs: number
  readonly first?: string
  readonly last?: string
  /** Outcome of the last run, including an outage. */
  readonly outcome?: string
  /** Number of open findings. */
  readonly open: number
}

/** Configures `specdrift history list [api...]`. */
export function asHistoryList(command: Command, shell: Shell): void {
  const [historyDir] = historyOptions()
  const [format, output, json] = outputOptions(['text', 'json'])
  withApis(command, 'names of APIs (default: all)')
    .description('Lists the stored runs of each API, grouped by target.')
    .addOption(format)
    .addOption(output)
    .addOption(json)
    .addOption(historyDir)
    .addHelpText('after', examples('specdrift history list', 'specdrift history list shop --format json'))
    .action(async (names: readonly string[], flags: ListFlags) => {
      const destinations = destinationsOf(flags)
      const config = await readSettings(shell, flags)
      const isEvery = names.length === 0 && Object.keys(config.apis).length > 1
      const apis = pickApis(config, names, { all: flags.all === true || isEvery })
      requireApart(destinations, apis.length)
      await forEachApi(shell, apis, async ({ name: api }, own) => {
        const store = await openHistory(own, config, api)
        const kept = await store.read()
        for (const note of kept.notes) own.note(`note: ${note}\n`)
        const list = { api, store: store.name, targets: rowsOf(kept), counted: kept.statistics?.statistics.runs ?? 0 }
        const text = `${api}  ${list.store}\n${list.targets.map(lineOf).join('') || '  no run yet\n'}`
        await emitAll(
          own,
          destinations,
          (kind) => (kind === 'text' ? text : `${JSON.stringify(list, undefined, 2)}\n`),
          api,
        )
      })
    })
}

function rowsOf({ history }: Kept): readonly TargetRow[] {
  const targets = new Set([...history.summaries, ...history.runs].map(({ target }) => target))
  return [...targets].map((target) => {
    const { runs, first, findingRecords } = ledgerOf(history, target)
    const last = history.runs.findLast((run) => run.target === target)
    return {
      target,
      runs,
      first: first?.startedAt,
      ...(last && { last: last.startedAt, outcome: last.outcome }),
      open: Object.values(findingRecords).filter(({ gone }) => gone === undefined).length,
    }
  })
}

function lineOf({ target, runs, first, last, outcome, open }: TargetRow): string {
  const ended = last === undefined ? '' : `, last ${last} ${outcome}`
  return `  ${target}  ${plural(runs, 'run')} since ${first ?? 'none that checked'}${ended}, ${plural(open, 'open finding')}\n`
}
