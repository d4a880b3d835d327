import { Option } from 'commander'
import { policyNames, readSettings, type SettingFlags, thresholds } from './settings.ts'
import { emit, type Registration } from './shell.ts'

interface DiffFlags extends SettingFlags {
  readonly format: string
  readonly json?: boolean
  readonly output?: string
}

/** `specdrift diff <base> <revision>`: what changed, and whether that breaks anyone. */
const registerDiff: Registration = (program, shell) => {
  program
    .command('diff')
    .summary('say what changed between two descriptions')
    .description(
      'Compares two descriptions. Each is a path, a URL, git:<rev>:<path>, <api>@<id|latest|previous>, or - for stdin.',
    )
    .argument('<base>', 'the description that was')
    .argument('<revision>', 'the description that is to be')
    .addOption(formatOption(['text', 'json', 'markdown', 'html', 'junit']))
    .option('--json', 'short for --format json')
    .addOption(new Option('--policy <name>', 'what counts as breaking').choices(policyNames))
    .addOption(new Option('--fail-on <severity>', 'least severity that ends with 1').choices(thresholds))
    .option('-o, --output <file>', 'write to a file instead of stdout')
    .action(async (base: string, revision: string, flags: DiffFlags) => {
      const config = await readSettings(shell, flags)
      const [{ loadDocument }, { diffDocuments }, { exitCodeOf }, { renderReport }] = await Promise.all([
        import('../spec/load.ts'),
        import('../run/diff.ts'),
        import('../report/build.ts'),
        import('../report/render.ts'),
      ])
      const from = { cwd: shell.cwd, specsDir: config.specsDir, stdin: shell.stdin }
      const before = await loadDocument(base, from)
      const after = await loadDocument(revision, from)
      const api = sharedApi(base, revision, Object.keys(config.apis))
      const report = await diffDocuments(before, after, {
        policy: config.policy,
        failOn: config.failOn,
        rules: config.rules,
        ...(api !== undefined && { api, accepted: await accepted(shell.cwd, config.specsDir, api, shell.clock()) }),
      })
      const format = flags.json === true ? 'json' : flags.format
      const colour = flags.output === undefined && shell.colour()
      await emit(shell, renderReport(report, format, { colour }), flags.output)
      shell.finish(exitCodeOf(report))
    })
}
export default registerDiff

/** `--format` with the formats a command renders; the first is the default. */
export function formatOption(formats: readonly string[]): Option {
  return new Option('--format <format>', 'how it is written').choices(formats).default(formats[0])
}

/** The API whose snapshots both addresses name. */
function sharedApi(base: string, revision: string, apis: readonly string[]): string | undefined {
  return apis.find((api) => base.startsWith(`${api}@`) && revision.startsWith(`${api}@`))
}

async function accepted(cwd: string, specsDir: string, api: string, now: number) {
  const { resolve } = await import('node:path')
  const { baselineFile, readBaseline } = await import('../baseline/store.ts')
  const baseline = await readBaseline(baselineFile(resolve(cwd, specsDir), api))
  return { baseline, today: new Date(now).toISOString().slice(0, 10) }
}
