import { join } from 'node:path'
import { withLock } from '../../files/with-lock.ts'
import { ToolError, toolError } from '../../model/errors.ts'
import type { Report, TrendPoint } from '../../model/report.ts'
import { jsonText } from '../../report/labels.ts'
import { apiPage, changelogPage, runPage } from '../../report/site/api-page.tsx'
import { digestOf, earlierRuns, type RunDigest, runFolder, runsOf } from '../../report/site/digest.ts'
import { feedOf } from '../../report/site/feed.ts'
import { overviewPage } from '../../report/site/overview.tsx'
import { madeWith, type SiteApi, type SiteLook, siteIndex } from '../../report/site/site-api.ts'
import { slugOf } from '../../report/site/slug.ts'
import { type ApiState, stateText, withRuns } from '../../report/site/state.ts'
import { stepKey, stepsOf, type VersionDigest, versionDigest, withSteps } from '../../report/site/versions.ts'
import { byText } from '../../util/text.ts'
import { parseReport, readReportText } from './read-report.ts'
import { isThere, readChangelog, readSite, removePage, writeChanged } from './site/folder.ts'
import { type GivenReport, type Problem, readGiven } from './site/given.ts'

export interface SiteOptions extends SiteLook {
  readonly cwd: string
  /** Absolute path. */
  readonly output: string
  /** Maximum number of runs kept per API, latest first. */
  readonly runs: number
  readonly url?: string
  /** Runs in the history by API, shown even without a report. */
  readonly remembered?: ReadonlyMap<string, readonly TrendPoint[]>
}

export interface SiteResult {
  readonly apis: number
  readonly runs: number
  /** Counts the reports that were new, already present, or older than the kept runs. */
  readonly added: number
  readonly known: number
  readonly older: number
  readonly written: number
  readonly problems: readonly Problem[]
}

/**
 * Adds reports to a site. Unreadable reports are listed as problems unless all are unreadable. Throws SITE_BROKEN, WRITE_FAILED.
 */
export async function buildSite(paths: readonly string[], options: SiteOptions): Promise<SiteResult> {
  const { cwd, output } = options
  const before = await readSite(output)
  const hashes = new Set([...before.values()].flatMap(({ runs }) => runs.map(({ hash }) => hash)))
  const given = await readGiven(paths, { cwd, skip: output, isKnown: (hash) => hashes.has(hash) })
  const [problem] = given.problems
  const remembered = options.remembered ?? new Map<string, readonly TrendPoint[]>()
  if (given.reports.length === 0 && given.known === 0 && remembered.size === 0)
    throw problem?.error ?? toolError('USAGE', ['No report is given.'])
  return withLock(join(output, 'site.json'), async (held) => {
    const states = await readSite(output)
    const problems = [...given.problems]
    let [written, added, older] = [0, 0, 0]
    const byApi = new Map<string, GivenReport[]>()
    for (const report of given.reports) byApi.set(report.api, [...(byApi.get(report.api) ?? []), report])
    const names = new Set([...[...states.values()].map(({ api }) => api), ...byApi.keys(), ...remembered.keys()])
    for (const api of [...names].sort(byText)) {
      const slug = slugOf(api)
      const old = states.get(slug) ?? { api, runs: [], versions: [], made: '' }
      const update = await updateOf(old, byApi.get(api) ?? [], options)
      problems.push(...update.problems)
      added += update.added
      older += update.older
      // All reports of the API are unreadable.
      if (update.state.runs.length + update.state.versions.length === 0) continue
      await held()
      written += await writeApi(update, { state: old, slug }, options)
      states.set(slug, update.state)
    }
    if (added === 0 && given.known === 0 && remembered.size === 0 && problems[0] !== undefined) throw problems[0].error
    const apis = [...states].map(([slug, state]): SiteApi => ({ slug, state })).sort((a, b) => byText(a.slug, b.slug))
    await held()
    const files = new Map([
      ['feed.xml', feedOf(apis, options)],
      ['index.html', overviewPage(apis, options)],
      ['site.json', siteIndex(apis, options)],
    ])
    written += await writeChanged(output, files)
    const runs = apis.reduce((sum, { state }) => sum + state.runs.length, 0)
    return { apis: apis.length, runs, added, known: given.known, older, written, problems }
  })
}

interface ApiUpdate {
  readonly state: ApiState
  /** Reports of new runs by hash. */
  readonly reports: ReadonlyMap<string, Report>
  readonly changelog?: Report
  readonly added: number
  readonly older: number
  readonly problems: readonly Problem[]
}

async function updateOf(old: ApiState, given: readonly GivenReport[], options: SiteOptions): Promise<ApiUpdate> {
  const sorted = given.toSorted((a, b) => byText(a.startedAt ?? '', b.startedAt ?? ''))
  const moments = new Set([
    ...old.runs.map(({ point }) => point.startedAt),
    ...sorted.flatMap(({ startedAt }) => startedAt ?? []),
  ])
  const first = [...moments].sort(byText).at(-options.runs) ?? ''
  const steps = new Set(old.versions.map(({ key }) => key))
  const reports = new Map<string, Report>()
  const runs: RunDigest[] = []
  const versions = new Map<string, VersionDigest>()
  const problems: Problem[] = []
  let changelog: Report | undefined
  let [added, older] = [0, 0]
  for (const { file, hash, startedAt, step } of sorted) {
    const isKept = startedAt === undefined || startedAt >= first
    if (!isKept && (step === undefined || steps.has(step))) {
      older++
      continue
    }
    const report = await read(file, options.cwd, problems)
    if (report === undefined) continue
    added++
    if (startedAt !== undefined && isKept) {
      runs.push(digestOf(report, hash, startedAt))
      reports.set(hash, report)
    }
    const shown = startedAt === undefined || step === undefined || !steps.has(step) ? stepsOf(report) : []
    if (shown.length === 0) continue
    if (step !== undefined) steps.add(step)
    for (const entry of shown) versions.set(stepKey(entry), versionDigest(report, entry, startedAt))
    const dates = new Map(
      [...old.versions, ...versions.values()].flatMap(({ key, since }) => (since === undefined ? [] : [[key, since]])),
    )
    changelog = withSteps(
      changelog ?? (await readChangelog(join(options.output, slugOf(old.api)))),
      report,
      dates,
      options.version,
    )
  }
  const last = [...reports.values()].at(-1)
  const listed = last === undefined ? [] : earlierRuns(last)
  const kept = runsOf(options.remembered?.get(old.api) ?? [])
  const state = withRuns(
    { ...old, made: madeWith(options) },
    [...kept, ...runs, ...listed],
    [...versions.values()],
    options.runs,
  )
  return { state, reports, changelog, added, older, problems }
}

async function read(file: string, cwd: string, problems: Problem[]): Promise<Report | undefined> {
  try {
    return parseReport(await readReportText(file, cwd), file)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    problems.push({ file, error })
    return undefined
  }
}

/** Maximum number of concurrent page writes, which mostly wait for I/O. */
const atOnce = 16

async function writePages(runs: readonly RunDigest[], reports: ApiUpdate['reports'], folder: string): Promise<number> {
  const fresh = runs.flatMap((run) => {
    const report = reports.get(run.hash ?? '')
    return report === undefined ? [] : [{ folder: join(folder, 'runs', runFolder(run)), report }]
  })
  let written = 0
  for (let at = 0; at < fresh.length; at += atOnce) {
    const pages = fresh.slice(at, at + atOnce)
    const counts = await Promise.all(
      pages.map(({ folder: own, report }) => writeChanged(own, new Map([['index.html', runPage(report)]]))),
    )
    for (const count of counts) written += count
  }
  return written
}

/** Writes the state last, so that the next run completes an interrupted write. */
async function writeApi(
  { state, reports, changelog }: ApiUpdate,
  { state: old, slug }: SiteApi,
  options: SiteOptions,
): Promise<number> {
  const folder = join(options.output, slug)
  const text = stateText(state)
  if (text === stateText(old) && changelog === undefined && (await isThere(join(folder, 'index.html')))) return 0
  let written = await writePages(state.runs, reports, folder)
  const whole = changelog ?? (state.made === old.made ? undefined : await readChangelog(folder))
  const badge = state.runs.findLast((run) => run.badge !== undefined)?.badge
  const files = new Map([
    ['index.html', apiPage({ state, slug }, options)],
    ...(badge === undefined ? [] : ([['badge.json', badge]] as const)),
    ...(whole === undefined
      ? []
      : ([
          ['changelog.html', changelogPage(whole)],
          ['changelog.json', jsonText(whole)],
        ] as const)),
  ])
  written += await writeChanged(folder, files)
  written += await writeChanged(folder, new Map([['runs.json', text]]))
  const kept = new Set(state.runs.map(runFolder))
  for (const run of old.runs.filter((each) => each.hash !== undefined && !kept.has(runFolder(each))))
    await removePage(join(folder, 'runs', runFolder(run)))
  return written
}
