import type { Json } from '../../model/json.ts'
import { isObject, own, ownArray, ownString } from '../../util/json.ts'
import { byText } from '../../util/text.ts'
import { momentOf, type RunDigest, runKey } from './digest.ts'
import { slugOf } from './slug.ts'
import { inOrder, type VersionDigest } from './versions.ts'

/** Stored state of an API, from which all its pages are rendered. */
export interface ApiState {
  readonly api: string
  /** Runs, oldest first, unique by start time and target. */
  readonly runs: readonly RunDigest[]
  /** Contract versions, oldest first. */
  readonly versions: readonly VersionDigest[]
  /** Hash from `madeWith`. Unchanged pages are skipped. */
  readonly made: string
}

const schemaVersion = 1
/** Maximum number of versions listed. The changelog page has all. */
const mostVersions = 50

/** Adds runs and versions, keeping the latest `most` runs. A run with its own report takes precedence over one listed in another report. */
export function withRuns(
  state: ApiState,
  runs: readonly RunDigest[],
  versions: readonly VersionDigest[],
  most: number,
): ApiState {
  const all = [...state.runs, ...runs]
  const reported = new Map(all.filter(({ hash }) => hash !== undefined).map((run) => [runKey(run), run]))
  const moments = new Set([...reported.values()].map(({ point }) => point.startedAt))
  // The target of a run without its own report is unknown, so it is matched by start time only.
  const others = new Map(all.filter(({ point }) => !moments.has(point.startedAt)).map((run) => [runKey(run), run]))
  const sorted = [...reported.values(), ...others.values()].sort((a, b) => byText(runKey(a), runKey(b)))
  const byKey = new Map(state.versions.map((version) => [version.key, version]))
  for (const version of versions) byKey.set(version.key, version)
  return { ...state, runs: sorted.slice(-most), versions: inOrder([...byKey.values()]).slice(-mostVersions) }
}

/** Serializes the state of an API, one run or version per line. */
export function stateText({ api, made, versions, runs }: ApiState): string {
  const list = (name: string, items: readonly unknown[]) =>
    `"${name}": [${items.map((item) => `\n${JSON.stringify(item)}`).join(',')}\n]`
  const head = `"schemaVersion": ${schemaVersion},\n"api": ${JSON.stringify(api)},\n"made": ${JSON.stringify(made)}`
  return `{\n${head},\n${list('versions', versions)},\n${list('runs', runs)}\n}\n`
}

/** Parses the state of an API. Throws an Error with the reason if it is invalid or belongs to another folder. */
export function readState(text: string, slug: string): ApiState {
  // JSON.parse returns `any`; its result is JSON.
  const root = JSON.parse(text) as Json
  if (own(root, 'schemaVersion') !== schemaVersion) throw new Error('its schema version is not supported')
  const api = ownString(root, 'api')
  if (slugOf(api) !== slug) throw new Error(`it belongs to ${JSON.stringify(api)}, whose folder is ${slugOf(api)}`)
  const [runs, versions] = [ownArray(root, 'runs'), ownArray(root, 'versions')]
  if (!runs.every(isRun)) throw new Error('it has an invalid run')
  if (!versions.every(isVersion)) throw new Error('it has an invalid contract version')
  // Validated above.
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
