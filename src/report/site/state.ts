import type { Json } from '../../model/json.ts'
import { isObject, own, ownArray, ownString } from '../../util/json.ts'
import { byText } from '../../util/text.ts'
import { momentOf, type RunDigest, runKey } from './digest.ts'
import { slugOf } from './slug.ts'
import { inOrder, type VersionDigest } from './versions.ts'

/** What a site remembers of one API: all its pages are made of it. */
export interface ApiState {
  readonly api: string
  /** Oldest first, one for each moment and target. */
  readonly runs: readonly RunDigest[]
  /** Oldest first. */
  readonly versions: readonly VersionDigest[]
  /** What its pages were made with: where that is the same, and nothing was added, they are not made again. */
  readonly made: string
}

const schemaVersion = 1
/** So many steps of a contract are listed; the changelog has all. */
const mostVersions = 50

/** An API with what was added; the latest `most` runs are kept. A run that has a report is not replaced by one that only another report lists. */
export function withRuns(
  state: ApiState,
  runs: readonly RunDigest[],
  versions: readonly VersionDigest[],
  most: number,
): ApiState {
  const all = [...state.runs, ...runs]
  const reported = new Map(all.filter(({ hash }) => hash !== undefined).map((run) => [runKey(run), run]))
  const moments = new Set([...reported.values()].map(({ point }) => point.startedAt))
  // Of a run without a report the target is not known.
  const others = new Map(all.filter(({ point }) => !moments.has(point.startedAt)).map((run) => [runKey(run), run]))
  const sorted = [...reported.values(), ...others.values()].sort((a, b) => byText(runKey(a), runKey(b)))
  const byKey = new Map(state.versions.map((version) => [version.key, version]))
  for (const version of versions) byKey.set(version.key, version)
  return { ...state, runs: sorted.slice(-most), versions: inOrder([...byKey.values()]).slice(-mostVersions) }
}

/** The file of an API that a site remembers it by. */
export function stateText({ api, made, versions, runs }: ApiState): string {
  const list = (name: string, items: readonly unknown[]) =>
    `"${name}": [${items.map((item) => `\n${JSON.stringify(item)}`).join(',')}\n]`
  const head = `"schemaVersion": ${schemaVersion},\n"api": ${JSON.stringify(api)},\n"made": ${JSON.stringify(made)}`
  return `{\n${head},\n${list('versions', versions)},\n${list('runs', runs)}\n}\n`
}

/** Reads it again; of a folder with another name it is of no use. Throws an Error that says what is wrong. */
export function readState(text: string, slug: string): ApiState {
  // JSON.parse returns JSON; its type is `any`.
  const root = JSON.parse(text) as Json
  if (own(root, 'schemaVersion') !== schemaVersion) throw new Error('it is not of this version of specdrift')
  const api = ownString(root, 'api')
  if (slugOf(api) !== slug) throw new Error(`it is of ${JSON.stringify(api)}, whose folder is ${slugOf(api)}`)
  const [runs, versions] = [ownArray(root, 'runs'), ownArray(root, 'versions')]
  if (!runs.every(isRun)) throw new Error('what it holds as a run is none')
  if (!versions.every(isVersion)) throw new Error('what it holds as a version of the contract is none')
  // Their fields were checked just now.
  return {
    api,
    made: ownString(root, 'made'),
    ...({ runs, versions } as unknown as Pick<ApiState, 'runs' | 'versions'>),
  }
}

const verdicts = ['could-not-check', 'failed', 'inconclusive', 'findings', 'partial', 'clean']
const outcomes = ['clean', 'drift', 'outage', 'inconclusive']

function isRun(run: Json): boolean {
  const point = own(run, 'point') ?? null
  const drifted = own(run, 'drifted')
  const hash = own(run, 'hash')
  return (
    momentOf(ownString(point, 'startedAt')) === ownString(point, 'startedAt') &&
    typeof own(point, 'snapshot') === 'string' &&
    outcomes.includes(ownString(point, 'outcome')) &&
    ['error', 'warning', 'info', 'accepted'].every((name) => typeof own(point, name) === 'number') &&
    verdicts.includes(ownString(run, 'verdict')) &&
    typeof own(run, 'headline') === 'string' &&
    (hash === undefined || /^[0-9a-f]{16}$/.test(ownString(run, 'hash'))) &&
    ['target', 'badge'].every((name) => ['undefined', 'string'].includes(typeof own(run, name))) &&
    (drifted === undefined || (typeof own(drifted, 'count') === 'number' && hasLines(drifted) && hasRest(drifted)))
  )
}

function hasRest(drifted: Json): boolean {
  const rest = own(drifted, 'rest') ?? []
  return Array.isArray(rest) && rest.every((fingerprint) => typeof fingerprint === 'string')
}

function isVersion(version: Json): boolean {
  const since = own(version, 'since')
  return (
    ['key', 'from', 'to', 'counts', 'semver'].every((name) => typeof own(version, name) === 'string') &&
    (since === undefined || momentOf(ownString(version, 'since')) === since) &&
    typeof own(version, 'changes') === 'number' &&
    hasLines(version)
  )
}

function hasLines(holder: Json): boolean {
  const lines = own(holder, 'lines')
  const names = ['fingerprint', 'ruleId', 'severity', 'text']
  return (
    Array.isArray(lines) &&
    lines.every((line: Json) => isObject(line) && names.every((name) => typeof own(line, name) === 'string'))
  )
}
