import { Option } from 'commander'
import type { PlannedShard } from '../../history/plan.ts'
import { plural } from '../../util/text.ts'
import { examples } from '../shell/examples.ts'
import { historyOptions, wholeNumber } from '../shell/options.ts'
import { pickApi, readSettings } from '../shell/settings.ts'
import type { Registration, Shell } from '../shell/shell.ts'
import { openPast } from './previous-runs.ts'

interface PlanFlags {
  readonly shards: number
  readonly format: 'text' | 'github-matrix'
  readonly historyDir?: string
}

/** `specdrift plan [api]`: which suites each of several jobs runs, so that they end together. */
const registerPlan: Registration = (program, shell) => {
  const [historyDir] = historyOptions()
  program
    .command('plan')
    .summary('split the suites into shards that take equally long')
    .description(
      'Deals the suite files out by what they took in earlier runs of monitor, equally where none is known. Each job runs: specdrift monitor <api> --shard <shard> --suites <suites>.',
    )
    .argument('[api]', 'the API; all of them by default')
    .addOption(new Option('--shards <n>', 'how many, at most').argParser(wholeNumber).makeOptionMandatory())
    .addOption(new Option('--format <format>', 'how it is written').choices(['text', 'github-matrix']).default('text'))
    .addOption(historyDir)
    .addHelpText(
      'after',
      examples('specdrift plan --shards 4', 'specdrift plan shop --shards 4 --format github-matrix'),
    )
    .action((name: string | undefined, flags: PlanFlags) => plan(shell, name, flags))
}
export default registerPlan

async function plan(shell: Shell, name: string | undefined, flags: PlanFlags): Promise<void> {
  const config = await readSettings(shell, flags)
  const names = name === undefined && Object.keys(config.apis).length > 1 ? Object.keys(config.apis) : [name]
  const [{ latestDurations, planShards }, { listSuites }] = await Promise.all([
    import('../../history/plan.ts'),
    import('../../suite/running/list.ts'),
  ])
  const rows: Row[] = []
  for (const each of names) {
    const { name: api, suites } = pickApi(config, each)
    const past = await openPast(shell, config.historyDir, api)
    const shards = planShards(await listSuites([suites], shell.cwd), latestDurations(past.history.runs), flags.shards)
    rows.push(...shards.map((shard, index) => ({ api, shard: `${index + 1}/${shards.length}`, ...shard })))
  }
  if (flags.format === 'text') for (const row of rows) shell.print(lineOf(row))
  else shell.print(`${JSON.stringify({ include: rows.map(entryOf) })}\n`)
}

type Row = PlannedShard & { readonly api: string; readonly shard: string }

/** What a job of a matrix is given: `name` holds no slash, so that an artifact may be called so. */
function entryOf({ api, shard, files, milliseconds }: Row): object {
  return { api, shard, name: `${api}-${shard.replace('/', '-of-')}`, suites: files.join(','), milliseconds }
}

function lineOf({ api, shard, files, milliseconds }: Row): string {
  const time = milliseconds === 0 ? 'not measured' : `${(milliseconds / 1000).toFixed(1)} s`
  return `${api}  ${shard}  ${time}  ${plural(files.length, 'file')}: ${files.join(', ')}\n`
}
