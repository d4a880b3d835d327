import { resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { plural } from '../../util/text.ts'
import { examples } from '../shell/options/examples.ts'
import { maxAgeOption } from '../shell/options/options.ts'
import { readSettings } from '../shell/settings.ts'
import type { Shell } from '../shell/shell.ts'
import { rememberedRuns } from './remembered-runs.ts'

interface SiteFlags {
  readonly from?: string | true
  readonly output: string
  readonly runs: number
  readonly title: string
  readonly url?: string
  /** Maximum age in milliseconds. */
  readonly maxAge?: number
}

/** Default maximum age: two days, which tolerates one late daily run. */
const usualAge = 172_800_000
const mostRuns = 1000

/** Adds `site` to `report`. */
export function addSite(report: Command, shell: Shell): void {
  report
    .command('site')
    .description(
      'Builds a static site with all APIs, their last runs, changelogs and a feed. Adds reports to an existing site, and writes only changed files.',
    )
    .argument(
      '[reports...]',
      'report.json files, changelogs (changelog --format json), or folders with them (default: the reports folder)',
    )
    .option('-o, --output <folder>', 'folder for the site', 'site')
    .option(
      '--from [history]',
      'also add runs from the history: a folder or postgres://user@host/database (default: from the config)',
    )
    .option('--runs <count>', 'number of runs with their own page, per API', countOf, 30)
    .option('--title <text>', 'title of the site', 'API reports')
    .option('--url <url>', 'public URL of the site, for links in its feed', siteUrl)
    .addOption(maxAgeOption())
    .addHelpText(
      'after',
      examples(
        'specdrift report site reports',
        'specdrift report site reports/*/report.json -o public --runs 100',
        'specdrift report site --from history',
      ),
    )
    .action((files: readonly string[], flags: SiteFlags) => site(shell, files, flags))
}

async function site(shell: Shell, files: readonly string[], flags: SiteFlags): Promise<void> {
  const remembered = flags.from === undefined ? undefined : await rememberedRuns(shell, flags.from)
  const isReports = files.length > 0 || remembered === undefined
  const paths = files.length === 0 && isReports ? [(await readSettings(shell)).reportsDir] : files
  const [{ buildSite }, { toolVersion }] = await Promise.all([
    import('../../run/report/site.ts'),
    import('../../run/tool-version.ts'),
  ])
  const { title, url, runs, maxAge = usualAge, output } = flags
  const result = await buildSite(paths, {
    ...{ cwd: shell.cwd, output: resolve(shell.cwd, output), runs, title, maxAge, version: toolVersion() },
    url,
    remembered,
  })
  const { problems, added, known, older, written, apis, runs: all } = result
  const skipped = older > 0 ? `, ${older} too old to keep` : ''
  for (const { error } of problems) shell.note(`error: ${error.message}\nhint: ${error.hint}\n`)
  if (problems.length > 0)
    shell.note(`warning: ${plural(problems.length, 'report')} could not be added; all others were.\n`)
  shell.print(
    `${output}: ${plural(apis, 'API')}, ${plural(all, 'run')} · ${plural(added, 'report')} added, ${known} known${skipped} · ${plural(written, 'file')} written\n`,
  )
  shell.finish(problems.length > 0 ? 2 : 0)
}

function countOf(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= mostRuns) return Number(text)
  throw new InvalidArgumentError(`It must be a number from 1 to ${mostRuns}.`)
}

/** Parses the site's URL and adds a trailing slash, because feed links are relative to it. */
function siteUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new InvalidArgumentError('It must be an http or https URL without credentials.')
  url.search = url.hash = ''
  return url.href.endsWith('/') ? url.href : `${url.href}/`
}
