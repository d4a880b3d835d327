import { resolve } from 'node:path'
import { setImmediate as underWay } from 'node:timers/promises'
import type { Config } from '../../config/schema.ts'
import type { Document } from '../../model/document.ts'
import { toolError } from '../../model/errors.ts'
import type { TerminalView } from '../../model/report/view.ts'
import type { Report } from '../../model/report.ts'
import { parseApiName } from '../../util/api-name.ts'
import { usesOf } from '../consumers/uses-of.ts'
import { choiceOption } from '../shell/options/choices.ts'
import { examples } from '../shell/options/examples.ts'
import { type FilterFlags, filtered, wantedBy, withFilters } from '../shell/options/filters.ts'
import { expandOption, failOnOption, maxOption, policyOption, todayOption } from '../shell/options/options.ts'
import { destinationsOf, emitAll, type OutputFlags, outputOptions } from '../shell/options/outputs.ts'
import { dayOf, readSettings, type SettingFlags } from '../shell/settings.ts'
import type { Registration, Rendered, Shell } from '../shell/shell.ts'
import { changelogFormats } from './changelog.ts'

interface DiffFlags extends SettingFlags, OutputFlags, FilterFlags {
  readonly all?: boolean
  readonly expand?: boolean
  readonly verbose?: boolean
  readonly groupBy?: 'operation' | 'component'
  readonly today?: string
  readonly crossCheck?: boolean
  readonly strict?: boolean
  readonly history?: string
  readonly since?: string
  readonly max?: number
  readonly consumers?: string
}

const formats = [
  'text',
  'json',
  'markdown',
  'html',
  'junit',
  'ctrf',
  'sarif',
  'github',
  'one-line',
  'badge',
  'gl-code-quality',
  'openmetrics',
]

/** Registers `specdrift diff <base> <revision>`. */
const registerDiff: Registration = (program, shell) => {
  const [format, output, json] = outputOptions(formats)
  withFilters(program.command('diff'))
    .summary('compare two descriptions and find breaking changes')
    .description(
      'Compares two OpenAPI descriptions and classifies each change. A description is a path, a URL, git:<rev>:<path>, <api>@<id|latest|previous>, or - for stdin.',
    )
    .argument('[base]', 'the older description')
    .argument('[revision]', 'the newer description')
    .addOption(format)
    .addOption(output)
    .addOption(json)
    .addOption(choiceOption('--group-by <what>', 'group the findings in text output', ['operation', 'component']))
    .option('--all', 'show all findings in full, not only the 20 most severe')
    .addOption(expandOption().hideHelp())
    .option('--verbose', 'explain each verdict, and list edits that have no effect or were not compared')
    .addOption(policyOption())
    .addOption(failOnOption())
    .addOption(todayOption())
    .option('--strict', 'reject invalid OpenAPI descriptions instead of comparing their valid parts')
    .option(
      '--consumers <folder>',
      'folder with consumer usage files; only changes that affect a consumer fail the run',
    )
    .option('--cross-check', "also run the openapi-diff package; its result doesn't affect the verdict")
    .option('--no-cross-check', "don't run openapi-diff, even if the config sets `crossCheck`")
    .option('--history <git:path>', 'list the changes in each commit of a file and the files it references')
    .option('--since <rev>', 'with --history: only commits after this revision')
    .addOption(maxOption('with --history: only the latest n commits'))
    .addHelpText(
      'after',
      examples(
        'specdrift diff old.yaml new.yaml',
        'specdrift diff git:origin/main:openapi.yaml openapi.yaml --format github --format json=report.json',
        'specdrift diff shop@previous shop@latest --fail-on warning --group-by operation',
        'specdrift diff --history git:openapi.yaml --since v1.0 --format markdown',
      ),
    )
    .action(async (base: string | undefined, revision: string | undefined, flags: DiffFlags) => {
      const destinations = destinationsOf(flags)
      const used = destinations.map((each) => each.format)
      if (flags.groupBy !== undefined && !used.includes('text'))
        throw toolError('USAGE', ['--group-by requires --format text.'])
      await wantedBy(flags)
      const config = await readSettings(shell, flags)
      const today = dayOf(flags.today, shell.clock())
      const report =
        flags.history === undefined
          ? await diffPair(shell, config, pairOf(base, revision, flags), today, {
              ...flags,
              isShown: used.some(showsLines),
            })
          : await gitChangelog(shell, config, historyOf(flags.history, base, used, flags), today, flags)
      const [{ exitCodeOf }, { loadReporter }] = await Promise.all([
        import('../../report/build.ts'),
        import('../../report/load-reporter.ts'),
      ])
      const grouped = flags.groupBy !== undefined && { groupBy: flags.groupBy }
      const expand = (flags.all === true || flags.expand === true) && { expand: true }
      const listed = flags.verbose === true && { listEdits: true }
      const render = async (of: Report, name: string, view: TerminalView): Promise<Rendered> => {
        const { render, pieces = render } = await loadReporter(name)
        return pieces(await filtered(of, flags), {
          ...view,
          ...(name === 'text' && { ...grouped, ...expand, ...listed }),
        })
      }
      await emitAll(shell, destinations, (name, view) => render(report, name, view))
      shell.finish(exitCodeOf(report))
      const isWanted = flags.crossCheck === undefined && config.apis[report.api ?? '']?.crossCheck === true
      // Outside CI, don't make the user wait for a cross-check they didn't request.
      if (!isWanted || (shell.env.CI ?? '') === '') return
      const { addSecondOpinion } = await import('../shell/second-opinion.ts')
      await addSecondOpinion(shell, config, report, { destinations, render })
    })
}
export default registerDiff

/** Returns the two addresses. Throws USAGE if one is missing or an option doesn't apply. */
function pairOf(base: string | undefined, revision: string | undefined, flags: DiffFlags): readonly [string, string] {
  const misplaced = flags.since !== undefined ? '--since' : flags.max !== undefined ? '--max' : undefined
  if (misplaced !== undefined) throw toolError('USAGE', [`${misplaced} requires --history.`])
  if (base !== undefined && revision !== undefined) return [base, revision]
  throw toolError('USAGE', [`The ${base === undefined ? 'base and the revision are' : 'revision is'} missing.`])
}

/** Returns the path after `git:`. Throws USAGE for options that can't be combined with `--history`. */
function historyOf(address: string, base: string | undefined, used: readonly string[], flags: DiffFlags): string {
  const other = used.find((format) => !changelogFormats.some((name) => name === format))
  const misplaced =
    base !== undefined
      ? 'a pair of descriptions'
      : flags.crossCheck === true
        ? '--cross-check'
        : flags.consumers !== undefined
          ? '--consumers'
          : flags.groupBy !== undefined
            ? '--group-by'
            : flags.failOn !== undefined
              ? '--fail-on'
              : other === undefined
                ? undefined
                : `--format ${other}`
  if (misplaced !== undefined) throw toolError('USAGE', [`--history can't be combined with ${misplaced}.`])
  if (address.startsWith('git:')) return address.slice('git:'.length)
  throw toolError('USAGE', [`--history takes git:<path>; for snapshots there is: specdrift changelog <api>.`])
}

async function diffPair(
  shell: Shell,
  config: Config,
  [base, revision]: readonly [string, string],
  today: string,
  { crossCheck = false, strict = false, consumers, isShown }: DiffFlags & { readonly isShown: boolean },
): Promise<Report> {
  const { cwd } = shell
  const { specsDir, policy, failOn, rules } = config
  const loading = import('../../description/reading/load.ts').then(({ loadPair }) =>
    loadPair([base, revision], { cwd, specsDir, stdin: shell.stdin }),
  )
  // Import modules while the files are being read, but only after the reads have started.
  const comparing = underWay().then(() => import('../../run/contract/diff.ts'))
  const [[before, after], { diffDocuments }] = await Promise.all([loading, comparing])
  if (strict) {
    const { requireReadable } = await import('../../description/snapshots/capture.ts')
    for (const document of [before, after]) await requireReadable(document, { strict })
  }
  const api = sharedApi(base, revision, config)
  const compared = await diffDocuments(before, after, {
    policy,
    failOn,
    rules,
    today,
    ...(consumers !== undefined && { consumers: await usesOf(shell, config, api, consumers) }),
    ...(api !== undefined && { api, baseline: await baselineOf(resolve(cwd, specsDir), api) }),
  })
  const report = isShown ? await withLines(shell, compared, [before, after]) : compared
  if (!crossCheck) return report
  const [{ askOpenapiDiff, withOpinion }, { packageOf }] = await Promise.all([
    import('../../run/contract/second-opinion.ts'),
    import('../shell/second-opinion.ts'),
  ])
  return withOpinion(report, await askOpenapiDiff(before, after, packageOf(shell))).report
}

function showsLines(format: string): boolean {
  return format === 'html' || format === 'json'
}

async function withLines({ env }: Shell, report: Report, documents: readonly Document[]): Promise<Report> {
  const [{ withExcerpts }, { withOrigin }] = await Promise.all([
    import('../../run/report/excerpts.ts'),
    import('../shell/origin.ts'),
  ])
  return withExcerpts(withOrigin(report, env), documents)
}

async function gitChangelog(
  shell: Shell,
  config: Config,
  path: string,
  today: string,
  flags: DiffFlags,
): Promise<Report> {
  const { buildGitChangelog } = await import('../../run/contract/changelog.ts')
  const { policy, rules } = config
  const { since, max } = flags
  return buildGitChangelog({ path, cwd: shell.cwd, policy, rules, today, since, max })
}

/** Returns the API that both addresses belong to, as a snapshot or as its `source` (in any git revision). */
function sharedApi(base: string, revision: string, { apis }: Config): string | undefined {
  const names = [base, revision].map((address) => address.replace(/^git:[^:]*:/, '').replace(/^\.\//, ''))
  return Object.keys(apis).find((api) => {
    const source = apis[api]?.source?.replace(/^\.\//, '')
    return names.every((name) => name.startsWith(`${api}@`) || name === source)
  })
}

async function baselineOf(specsDir: string, api: string) {
  const { baselineFile, readBaseline } = await import('../../history/baseline/store.ts')
  return readBaseline(baselineFile(specsDir, parseApiName(api)))
}
