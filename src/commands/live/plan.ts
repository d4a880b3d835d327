import { Option } from 'commander'
import type { Config } from '../../config/schema.ts'
import { toolError } from '../../model/errors.ts'
import { jsonText } from '../../report/labels.ts'
import type { PlannedShard } from '../../suite/running/plan-shards.ts'
import { plural } from '../../util/text.ts'
import { type ApisFlags, pickApis, withApis } from '../shell/apis.ts'
import { examples } from '../shell/options/examples.ts'
import { historyOptions, wholeNumber } from '../shell/options/options.ts'
import { type Destination, destinationsOf, emitAll, type OutputFlags, outputOptions } from '../shell/options/outputs.ts'
import { type PickedApi, readSettings } from '../shell/settings.ts'
import type { Registration, Shell } from '../shell/shell.ts'
import { openPreviousRuns } from './previous-runs.ts'

interface PlanFlags extends OutputFlags, ApisFlags {
  readonly shards?: number
  readonly operations?: boolean
  readonly historyDir?: string
}

/** Registers `specdrift plan [api]`, which distributes suites over jobs or shows the values of calls. */
const registerPlan: Registration = (program, shell) => {
  const [historyDir] = historyOptions()
  const [format, output, json] = outputOptions(['text', 'json'], { 'github-matrix': 'json' })
  withApis(program.command('plan'), 'names of APIs (default: all)')
    .summary('split suites into shards of equal duration')
    .description(
      'With --shards, splits the suite files by their duration in earlier runs. Each job then runs: specdrift monitor <api> --shard <shard> --suites <suites>. With --operations, lists the operations in the order of generated calls, the source of each required value, and missing values. Sends no requests.',
    )
    .addOption(new Option('--shards <n>', 'maximum number of shards').argParser(wholeNumber))
    .option('--operations', "show the source of each operation's values")
    .addOption(format)
    .addOption(output)
    .addOption(json)
    .addOption(historyDir)
    .addHelpText(
      'after',
      examples(
        'specdrift plan --shards 4',
        'specdrift plan shop --shards 4 --format json',
        'specdrift plan shop --operations',
      ),
    )
    .action((names: readonly string[], flags: PlanFlags) => plan(shell, names, flags))
}
export default registerPlan

async function plan(shell: Shell, names: readonly string[], flags: PlanFlags): Promise<void> {
  const { shards, operations } = flags
  if (operations === true && shards !== undefined)
    throw toolError('USAGE', ['--operations and --shards cannot be combined.'])
  if (operations !== true && shards === undefined)
    throw toolError('USAGE', ["required option '--shards <n>' not specified, nor --operations"])
  const destinations = destinationsOf(flags)
  const config = await readSettings(shell, flags)
  const isEvery = names.length === 0 && Object.keys(config.apis).length > 1
  const apis = pickApis(config, names, { all: flags.all === true || isEvery })
  if (shards === undefined) return showOperations(shell, config, apis, destinations)
  const [{ latestDurations, planShards }, { listSuites }] = await Promise.all([
    import('../../suite/running/plan-shards.ts'),
    import('../../suite/running/list.ts'),
  ])
  const rows: Row[] = []
  for (const { name: api, suites } of apis) {
    const past = await openPreviousRuns(shell, config, api)
    const dealt = planShards(await listSuites([suites], shell.cwd), latestDurations(past.history.runs), shards)
    rows.push(...dealt.map((shard, index) => ({ api, shard: `${index + 1}/${dealt.length}`, ...shard })))
  }
  await emitAll(shell, destinations, (format) =>
    format === 'text' ? rows.map(lineOf).join('') : `${JSON.stringify({ include: rows.map(entryOf) })}\n`,
  )
}

async function showOperations(
  shell: Shell,
  { specsDir, file }: Config,
  apis: readonly PickedApi[],
  destinations: readonly Destination[],
): Promise<void> {
  const [{ planOperations, planText }, { parametersFor }] = await Promise.all([
    import('./plan-operations.ts'),
    import('../../run/live/not-reached.ts'),
  ])
  const plans = await Promise.all(apis.map((api) => planOperations(shell, specsDir, api)))
  await emitAll(shell, destinations, (format) =>
    format === 'text'
      ? plans.map((plan) => planText(plan, (operation, missing) => parametersFor(operation, missing, file))).join('\n')
      : jsonText({ apis: plans }),
  )
}

type Row = PlannedShard & { readonly api: string; readonly shard: string }

/** Returns a job matrix entry. `name` has no slash, so that it can name an artifact. */
function entryOf({ api, shard, files, milliseconds }: Row): object {
  return { api, shard, name: `${api}-${shard.replace('/', '-of-')}`, suites: files.join(','), milliseconds }
}

function lineOf({ api, shard, files, milliseconds }: Row): string {
  const time = milliseconds === 0 ? 'not measured' : `${(milliseconds / 1000).toFixed(1)} s`
  return `${api}  ${shard}  ${time}  ${plural(files.length, 'file')}: ${files.join(', ')}\n`
}
