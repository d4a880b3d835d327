import type { MadeResource } from '../../../../drift/harm/owned.ts'
import { type FoundJournal, readJournals, removeJournal, rewriteJournal } from '../../../../files/line-journal.ts'
import type { Json, JsonObject } from '../../../../model/json.ts'
import type { NotChecked } from '../../../../model/observation.ts'
import type { TargetChange } from '../../../../model/report/target-changes.ts'
import { performIfPossible } from '../../../../suite/calls/perform.ts'
import { isObject, own, ownArray, ownEntries, ownString } from '../../../../util/json.ts'
import { byText } from '../../../../util/text.ts'
import {
  type CleanUpParts,
  deleteAll,
  inputOn,
  type Left,
  leftChanges,
  leftRows,
  nameOf,
  operationOn,
} from '../clean-up.ts'
import { findMade, parentsOfOpen } from './find-made.ts'
import { digestOf, type Journals, type OpenRequest } from './journal.ts'

interface EarlierResource extends MadeResource {
  /** Name of its path parameter. */
  readonly name: string
  /** Digest of the response that showed it. */
  readonly digest: string
}

/** Undeleted resources of a run. */
export interface EarlierRun {
  readonly file: string
  readonly runId: string
  readonly target: string
  /** Time of last activity, ISO 8601 UTC. */
  readonly until: string
  /** Newest first. */
  readonly made: readonly EarlierResource[]
  /** Requests that may have created unidentified resources. */
  readonly open: readonly OpenRequest[]
}

/** Returns the runs with journals in a folder whose processes have ended. */
export async function earlierRuns({ folder, now }: Journals): Promise<readonly EarlierRun[]> {
  return (await readJournals(folder, now)).filter(({ isRunning }) => !isRunning).map(runOf)
}

/** Maximum number of resources tried per earlier run. */
const mostTried = 200

/**
 * Deletes resources left behind by earlier runs against this target. Returns rows for the remaining ones; those that a later run
 * may delete stay in the journal. `note`: called with the deleted ones.
 */
export async function cleanUpEarlier(
  parts: CleanUpParts,
  journals: Journals,
  note: (text: string) => void,
): Promise<{
  readonly rows: readonly NotChecked[]
  readonly left: readonly Left[]
  readonly changes: readonly TargetChange[]
}> {
  const changes: TargetChange[] = []
  const rows: NotChecked[] = []
  const all: Left[] = []
  for (const run of await earlierRuns(journals)) {
    if (run.target !== parts.performer.context.target.label) continue
    const { found, notFound } = await foundOf(parts, run.open)
    const { ours, others } = await partedByName(parts, { ...run, made: run.made.slice(0, mostTried) })
    const tried = [...found, ...ours]
    const deleted = await deleteAll(parts, tried)
    const untried = run.made
      .slice(mostTried)
      .map((resource) => ({ resource, because: `${mostTried} others were tried` }))
    const left: readonly Left[] = [...deleted, ...others, ...untried]
    const gone = tried.filter((one) => !left.some(({ resource }) => resource === one))
    const unseen = withoutLost(parts, notFound).filter(({ isNowhere }) => isNowhere !== true)
    const lacking = `a run that ended at ${run.until} got no response that names it`
    const unknown = openRows(unseen, lacking)
    rows.push(...leftRows(parts.performer, left, `which a run that ended at ${run.until} made`), ...unknown)
    if (gone.length > 0) note(`deleted what a run that ended at ${run.until} had left: ${listOf(gone)}\n`)
    all.push(...left)
    changes.push(...leftChanges(left, `; a run that ended at ${run.until} made it`), ...openChanges(unseen, lacking))
    if (parts.stop?.aborted !== true) await keepLeft(parts, run, left)
  }
  return { rows, left: all, changes }
}

/** Keeps resources in a run's journal that a later run may delete. */
async function keepLeft({ performer: { captures } }: CleanUpParts, run: EarlierRun, left: readonly Left[]) {
  // They belong to the journal of their own run.
  for (const { resource } of left) captures.owned.end(resource)
  const kept = left.filter(({ isFinal }) => isFinal !== true).map(({ resource }) => resource)
  if (kept.length === 0) return removeJournal(run.file)
  const { file, runId, target, until } = run
  const lines = kept.toReversed().map((one) => ({ made: { name: nameOf(captures, one), digest: '', ...one } }))
  await rewriteJournal(file, [{ runId, target, until }, ...lines])
}

/** Separates resources certainly created by the run from those that may be someone else's, because a reset service reuses its numbers. */
async function partedByName(
  parts: CleanUpParts,
  { made, runId }: EarlierRun,
): Promise<{ readonly ours: readonly MadeResource[]; readonly others: readonly Left[] }> {
  const ours: MadeResource[] = []
  const others: Left[] = []
  for (const resource of made) {
    const state = isUnmistakable(resource, runId) ? 'ours' : await stateOf(parts, resource, runId)
    if (state === 'ours') ours.push(resource)
    else if (state !== 'gone') others.push({ resource, ...state })
  }
  return { ours, others }
}

/** Returns whether an identifier is globally unique. */
function isUnmistakable({ value }: MadeResource, runId: string): boolean {
  const text = String(value)
  return text.includes(runId) || /^[\da-f]{8}-?([\da-f]{4}-?){3}[\da-f]{12}$/i.test(text)
}

async function stateOf(
  parts: CleanUpParts,
  resource: EarlierResource,
  runId: string,
): Promise<'ours' | 'gone' | Omit<Left, 'resource'>> {
  const { performer, took, stop } = parts
  const read = operationOn(performer, 'GET', resource)
  const unknown = `whether it still is what was made is unknown: no response shows the name it was given, with ${runId}`
  if (read === undefined) return { because: unknown, isFinal: true }
  if (stop?.aborted === true) return { because: 'the run was stopped' }
  const test = `generated: ${read.key} looks for what was made`
  const looked = await performIfPossible(performer, read, inputOn(parts, read, resource), test)
  if (looked === undefined) return { because: unknown, isFinal: true }
  const { record, observation } = looked
  took(record)
  const { status, body = '' } = observation
  if (status === undefined) return { because: `${read.key} got no response` }
  if (status === 404 || status === 410) return 'gone'
  return body.includes(runId) || digestOf(body) === resource.digest ? 'ours' : { because: unknown, isFinal: true }
}

/** Searches resources created by requests whose responses didn't identify them. */
export async function foundOf(
  parts: CleanUpParts,
  open: readonly OpenRequest[],
): Promise<{ readonly found: readonly MadeResource[]; readonly notFound: readonly OpenRequest[] }> {
  const found: MadeResource[] = []
  const notFound: OpenRequest[] = []
  for (const one of open) {
    const resource = parts.stop?.aborted === true ? undefined : await findMade(parts, one)
    if (resource === undefined) notFound.push(one)
    else if (resource === 'nothing') notFound.push({ ...one, isNowhere: true })
    else if (resource === 'unproven') notFound.push({ ...one, isUnproven: true })
    else found.push(resource)
  }
  return { found, notFound }
}

/** Omits requests below resources that have been deleted since. */
export function withoutLost({ performer }: CleanUpParts, open: readonly OpenRequest[]): readonly OpenRequest[] {
  return open.filter((one) => !performer.captures.hasLostParent({ parents: parentsOfOpen(performer, one) }))
}

/** Returns rows for requests that may have created resources, one per operation and reason. */
export function openRows(open: readonly OpenRequest[], because: string): readonly NotChecked[] {
  const groups = new Map<string, OpenRequest[]>()
  for (const one of open) {
    const key = JSON.stringify([one.operation, reasonOf(one, because)])
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups]
    .sort(([a], [b]) => byText(a, b))
    .flatMap(([, group]) => {
      const [first] = group
      if (first === undefined) return []
      const tags = group.flatMap(({ tag }) => tag ?? [])
      const names = tags.length === 0 ? 'under names of our own' : `under names that carry ${tags.join(', ')}`
      const what = `deleting what it may have made, ${names}`
      return [{ operation: first.operation, what, because: reasonOf(first, because) }]
    })
}

/** Returns the resources that requests may have created, by the path and names sent. */
export function openChanges(open: readonly OpenRequest[], because: string): readonly TargetChange[] {
  return open.map((one) => ({
    ...{ kind: 'left-behind', operation: one.operation, count: 1 },
    ...{ names: one.label === undefined ? [] : [one.label], because: reasonOf(one, because) },
  }))
}

function reasonOf({ isUnproven }: OpenRequest, because: string): string {
  return isUnproven === true
    ? `${because}; a list shows a resource with the name sent, but it may have been there before`
    : because
}

/** Formats resources by operation: `noteId 3, 4 (POST /notes)`. */
function listOf(all: readonly MadeResource[]): string {
  const byOperation = new Map<string, string[]>()
  for (const { from, value } of all) byOperation.set(from, [...(byOperation.get(from) ?? []), String(value)])
  return [...byOperation].map(([from, values]) => `${values.join(', ')} (${from})`).join('; ')
}

function runOf({ file, lines, changedAt }: FoundJournal): EarlierRun {
  const [first = {}] = lines
  const made = new Map<string, EarlierResource>()
  const open = new Map<Json, OpenRequest>()
  const lists = new Map<Json, readonly string[]>()
  for (const line of lines) {
    const [one, gone] = [resourceOf(own(line, 'made')), resourceOf(own(line, 'gone'))]
    if (one !== undefined) made.set(keyOf(one), one)
    if (gone !== undefined) made.delete(keyOf(gone))
    const sent = own(line, 'sent')
    const listed = own(line, 'listed')
    if (listed !== undefined) lists.set(listed, ownArray(line, 'ids').map(String))
    if (sent !== undefined) open.set(sent, requestOf(line, lists.get(own(line, 'before') ?? null)))
    open.delete(own(line, 'settled') ?? null)
  }
  return {
    file,
    runId: ownString(first, 'runId'),
    target: ownString(first, 'target'),
    until: ownString(first, 'until') || changedAt,
    made: [...made.values()].reverse(),
    open: [...open.values()],
  }
}

function keyOf({ id, value, parents }: MadeResource): string {
  return JSON.stringify([id, value, parents])
}

function resourceOf(node: Json | undefined): EarlierResource | undefined {
  const value = own(node, 'value')
  if (!isObject(node) || (typeof value !== 'string' && typeof value !== 'number')) return undefined
  const parents = ownEntries(node, 'parents').flatMap(([id, parent]) => [[id, String(parent)] as const])
  return {
    ...{ id: ownString(node, 'id'), value, parents: Object.fromEntries(parents) },
    ...{ from: ownString(node, 'from'), name: ownString(node, 'name') },
    digest: ownString(node, 'digest'),
  }
}

function requestOf(line: JsonObject, before: readonly string[] | undefined): OpenRequest {
  const [tag, label] = [ownString(line, 'tag'), ownString(line, 'label')]
  return {
    ...{ operation: ownString(line, 'operation'), path: ownString(line, 'path') },
    ...(tag !== '' && { tag }),
    ...(label !== '' && { label }),
    ...(before !== undefined && { before }),
  }
}
