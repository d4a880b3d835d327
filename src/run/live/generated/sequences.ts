import { type GeneratedCase, makeCase } from '../../../drift/generation/case.ts'
import type { OperationCases } from '../../../drift/generation/cases.ts'
import type { Sources } from '../../../drift/generation/sources.ts'
import type { RequestInput } from '../../../drift/planning/plan.ts'
import { identifiersIn, parsed, valuesAt } from '../../../drift/reach/read-values.ts'
import { configuredInput, leftOutOf } from '../../../drift/reach/settings.ts'
import { examplesFor } from '../../../drift/reach/unknown.ts'
import type { AfterCall, WrittenField } from '../../../model/live/generated.ts'
import type { Observation } from '../../../model/observation.ts'
import type { Operation, OperationKey } from '../../../model/operation.ts'
import { type Lifecycle, lifecyclesOf } from '../../../resources/lifecycle.ts'
import type { Need } from '../../../resources/needs.ts'
import type { Performer } from '../../../suite/calls/perform.ts'
import { NotPermitted } from '../../../suite/calls/permit-for.ts'
import { performReaching, type Reached } from '../../../suite/calls/reach.ts'
import type { CallRecord } from '../../../suite/calls/record.ts'
import { isObject, own } from '../../../util/json.ts'
import { changedFields } from './changed-fields.ts'
import { type Learner, mostLessons } from './learner.ts'
import type { Recogniser } from './made/recognise.ts'

/** State of the run needed for sequences. */
export interface SequenceParts {
  readonly performer: Performer
  readonly sources: Sources
  readonly byKey: ReadonlyMap<string, OperationCases>
  readonly learner: Learner
  /** Gives created resources a unique name. */
  named(one: GeneratedCase): GeneratedCase
  left(): number
  took(record: CallRecord, attempts: number): void
  readonly recogniser: Recogniser
}

/** Milliseconds before the second read of a change, because replicas may lag. */
const settlingMs = 500

/** Maximum number of listed resources that are read. */
const mostRead = 3

/**
 * Reads listed resources and follows resources through create, read, list, update, read, delete, read. Each step must be visible
 * in the next. Undeleted resources are left to the final cleanup.
 */
export async function runSequences(parts: SequenceParts): Promise<void> {
  const asked = new Set<OperationKey>()
  for (const lifecycle of lifecyclesOf(parts.performer.description)) {
    if (parts.left() <= 0) break
    // Resources can't be created below a missing parent.
    if (!(await isReachable(parts, lifecycle, asked))) continue
    await readListed(parts, lifecycle)
    await liveThrough(parts, lifecycle)
  }
}

/** Returns whether the parents of a resource are known, after reading each list once. */
async function isReachable(
  parts: SequenceParts,
  { list, create, read }: Lifecycle,
  asked: Set<OperationKey>,
): Promise<boolean> {
  const { captures, description, context } = parts.performer
  const { parameters } = context
  const above = list ?? create ?? read
  const missing = (operation: Operation): readonly Need[] => {
    const used = new Set(captures.choose(operation).used.map(({ need }) => need.id))
    const config = configuredInput(parameters, operation).path ?? {}
    const given = { description, captures, operation, chosen: new Set<string>(), ...(parameters && { parameters }) }
    return (captures.graph.needs.get(operation.key) ?? []).filter(
      ({ in: location, id, name }) =>
        location === 'path' && !used.has(id) && config[name] === undefined && examplesFor(given, name).length === 0,
    )
  }
  const sources = missing(above).flatMap(({ id }) => captures.graph.candidates.get(id) ?? [])
  for (const { operation: key } of sources) {
    const source = description.operations.find((one) => one.key === key)
    if (source?.method !== 'GET' || asked.has(key) || missing(source).length > 0) continue
    asked.add(key)
    await callOf(parts, source, plainInput(parts, source))
    if (missing(above).length === 0) return true
  }
  return missing(above).length === 0
}

async function readListed(parts: SequenceParts, { list, read, listed, need }: Lifecycle): Promise<void> {
  if (list === undefined || listed === undefined) return
  const shown = await callOf(parts, list, plainInput(parts, list))
  const body = shown && isSuccess(shown.observation) ? parsed(shown.observation.body) : undefined
  if (shown === undefined || body === undefined) return
  const at = valuesAt(body, listed.at, false)
  const ids = (at.length > 0 ? at : identifiersIn(body, need)).slice(0, mostRead)
  const { path = {} } = parts.performer.captures.choose(list).input
  for (const { value } of ids) {
    await look(parts, read, { path: { ...path, [need.name]: value } }, { kind: 'listed', by: list.key })
  }
}

async function liveThrough(parts: SequenceParts, lifecycle: Lifecycle): Promise<void> {
  const { create, read, list, update, remove, need } = lifecycle
  const { captures, context, description } = parts.performer
  const isLeftOut = (operation: Operation) => leftOutOf(operation, description, context)?.isSafeIfMade === false
  if (create === undefined || isLeftOut(create)) return
  const made = await createdBy(parts, create)
  if (made === undefined || !isSuccess(made.observation)) return
  const { path } = captures.choose(read, { onlyMade: true }).input
  const id = path?.[need.name]
  if (path === undefined || (typeof id !== 'string' && typeof id !== 'number')) return
  const here: RequestInput = { path }
  // With 202, the resource is created later (RFC 9110 §15.3.3).
  const isDone = made.observation.status !== 202
  const first = isDone ? await look(parts, read, here, { kind: 'created', by: create.key }) : undefined
  if (isDone && list !== undefined)
    await look(parts, list, plainInput(parts, list), { kind: 'to-be-listed', by: create.key, id })
  if (update !== undefined && first !== undefined && !isLeftOut(update)) await change(parts, lifecycle, here, first)
  if (remove === undefined || isLeftOut(remove)) return
  const ended = await callOf(parts, remove, here)
  if (ended !== undefined && isSuccess(ended.observation) && ended.observation.status !== 202)
    await look(parts, read, here, { kind: 'deleted', by: remove.key })
}

async function change(
  parts: SequenceParts,
  { update, read }: Lifecycle,
  here: RequestInput,
  first: Observation,
): Promise<void> {
  const plain = update && parts.byKey.get(update.key)?.plain
  const { body, contentType } = plain ? parts.named(parts.learner.adapted(plain)).input : {}
  const before = parsed(first.body)
  if (update === undefined || !isObject(body) || !isObject(before)) return
  const written = changedFields(parts.sources, update, body, contentType)
  const fields = Object.entries(written).flatMap(([name, value]): WrittenField[] => {
    const oldValue = own(before, name)
    return oldValue === undefined || isObject(oldValue) || Array.isArray(oldValue) || oldValue === value
      ? []
      : [{ name, before: oldValue, written: value }]
  })
  if (fields.length === 0) return
  const input = { ...here, body: { ...body, ...written }, ...(contentType !== undefined && { contentType }) }
  const done = await callOf(parts, update, input)
  if (done === undefined || !isSuccess(done.observation) || done.observation.status === 202) return
  await look(parts, read, here, { kind: 'updated', by: update.key, fields })
}

/** Reads the effect of a step, a second time if it isn't visible. */
async function look(
  parts: SequenceParts,
  operation: Operation,
  input: RequestInput,
  after: AfterCall,
): Promise<Observation | undefined> {
  const once = () => performCase(parts, operation, input, after)
  let seen = await once()
  if (seen?.record.findings.some(({ ruleId }) => ofSequences.has(ruleId)) === true) {
    await new Promise((done) => setTimeout(done, settlingMs))
    seen = (await once()) ?? seen
  }
  if (seen === undefined) return undefined
  parts.took(seen.record, seen.attempts)
  return isSuccess(seen.observation) ? seen.observation : undefined
}

const ofSequences: ReadonlySet<string> = new Set([
  ...['created-not-readable', 'list-lacks-created', 'listed-not-readable', 'update-not-visible', 'use-after-delete'],
])

/** Makes a call that changes or lists resources. */
async function callOf(parts: SequenceParts, operation: Operation, input: RequestInput): Promise<Reached | undefined> {
  const result = await performCase(parts, operation, input)
  if (result !== undefined) parts.took(result.record, result.attempts)
  return result
}

/** Creates a resource, retrying with values that rejections suggest. */
async function createdBy(parts: SequenceParts, create: Operation): Promise<Reached | undefined> {
  const { learner, byKey } = parts
  const plain = byKey.get(create.key)?.plain
  let made: Reached | undefined
  for (let turn = 0; turn === 0 || (turn < mostLessons && learner.hasMore(create.key)); turn++) {
    const input = plain && parts.named(learner.adapted(plain)).input
    await parts.recogniser.before(create)
    made = await callOf(parts, create, withoutPath(input))
    if (made === undefined) break
    await parts.recogniser.after(create, made.observation)
    if (plain !== undefined && input !== undefined) learner.hear({ ...plain, input }, made.observation)
  }
  return made
}

async function performCase(
  { performer, left }: SequenceParts,
  operation: Operation,
  input: RequestInput,
  after?: AfterCall,
): Promise<Reached | undefined> {
  if (left() <= 0) return undefined
  const { id, mode, location, what }: GeneratedCase = makeCase({
    operation,
    mode: 'stateful',
    location: 'request',
    what: after === undefined ? 'is a step of a sequence' : `looks for what ${after.by} did`,
    input,
  })
  const chosen = new Set(Object.keys(input.path ?? {}).map((name) => `path ${name}`))
  const reached = performReaching(performer, operation, {
    input,
    test: `generated: ${operation.key} ${what}`,
    chosen,
    generated: { id, mode, location, what, ...(after && { after }) },
  })
  // Forbidden calls are reported when the operation is called on its own.
  return reached.catch((error: unknown) => {
    if (error instanceof NotPermitted) return undefined
    throw error
  })
}

function plainInput({ byKey }: SequenceParts, { key }: Operation): RequestInput {
  return withoutPath(byKey.get(key)?.plain.input)
}

/** Drops the path values, which are replaced by existing ones. */
function withoutPath({ path: _, ...input }: RequestInput = {}): RequestInput {
  return input
}

function isSuccess({ status = 0 }: Observation): boolean {
  return status >= 200 && status <= 299
}
