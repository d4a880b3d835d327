import { relative, resolve } from 'node:path'
import type { Command } from 'commander'
import { failOnOption, formatOption, policyOption } from './options.ts'
import { pickApi, readSettings, type SettingFlags } from './settings.ts'
import type { Shell } from './shell.ts'
import { type TargetFlags, withTarget } from './target.ts'

/** Flags of `monitor` and `test`. */
export interface LiveFlags extends SettingFlags, TargetFlags {
  readonly snapshot?: string
  readonly format: string
}

/** Adds the options that `monitor` and `test` share. */
export function withLiveOptions(command: Command): Command {
  return command
    .argument('[api]', 'the API, when there are several')
    .option('--base-url <url>', 'call this address')
    .option('--sandbox', 'call the built-in sandbox')
    .option('--drift <kind@operation>', 'make one answer of the sandbox drift (repeatable)', collect, [])
    .option('--snapshot <id>', 'hold the API to this snapshot instead of the latest')
    .addOption(formatOption(['text', 'json', 'markdown', 'github', 'one-line']))
    .addOption(policyOption())
    .addOption(failOnOption())
    .option(
      '--reports-dir <folder>',
      'where the reports are written; those of an earlier run go when a run ends with an error',
    )
}

/** Calls the API, prints the summary, writes the reports, and sets the exit code. */
export async function runLive(
  shell: Shell,
  kind: 'monitor' | 'test',
  name: string | undefined,
  flags: LiveFlags,
): Promise<void> {
  const config = await readSettings(shell, flags)
  const api = pickApi(config, name)
  const [{ runMonitor }, { exitCodeOf }, { renderReport }, { writeReports }, { baselineFile, readBaseline }] =
    await Promise.all([
      import('../run/monitor.ts'),
      import('../report/build.ts'),
      import('../report/render.ts'),
      import('../report/write.ts'),
      import('../baseline/store.ts'),
    ])
  const { policy, rules, failOn, specsDir } = config
  const folder = resolve(shell.cwd, config.reportsDir, api.name)
  const judge = async () => {
    const baseline = await readBaseline(baselineFile(resolve(shell.cwd, specsDir), api.name))
    return withTarget(shell, api, flags, (target) =>
      runMonitor({
        kind,
        api: api.name,
        cwd: shell.cwd,
        specsDir,
        suites: [api.suites],
        target,
        policy,
        rules,
        failOn,
        baseline,
        clock: shell.clock,
        ...(api.redact !== undefined && { redact: api.redact }),
        ...(flags.snapshot !== undefined && { snapshot: flags.snapshot }),
      }),
    )
  }
  const report = await judge().catch((error: unknown) => withoutOldReports(shell, folder, error))
  const files = await writeReports(report, folder)
  const page = files.find((file) => file.endsWith('.html')) ?? files[0] ?? ''
  shell.print(renderReport(report, flags.format, { colour: shell.colour() }))
  const where = `  report     ${relative(shell.cwd, page).replaceAll('\\', '/')}\n`
  if (flags.format === 'text') shell.print(`\n${where}`)
  else shell.note(where)
  shell.finish(exitCodeOf(report))
}

/** A run that ends with an error has no report, and the last one's must not be read as its verdict. */
async function withoutOldReports(shell: Shell, folder: string, error: unknown): Promise<never> {
  const { removeReports } = await import('../report/write.ts')
  const removed = await removeReports(folder).catch((failure: Error) => {
    // Said beside what went wrong first, which is thrown.
    shell.note(`error: ${failure.message}\n`)
    return []
  })
  if (removed.length > 0) shell.note(`removed the reports of an earlier run from ${relative(shell.cwd, folder)}\n`)
  throw error
}

function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value]
}
