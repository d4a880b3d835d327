import type { OperationCases } from '../../../drift/generation/cases.ts'
import type { RequestInput } from '../../../drift/planning/plan.ts'
import type { Captures, MadeResource } from '../../../drift/reach/captures.ts'
import { leftOutOf } from '../../../drift/reach/settings.ts'
import { ToolError } from '../../../model/errors.ts'
import type { NotChecked } from '../../../model/observation.ts'
import type { Operation, OperationKey } from '../../../model/operation.ts'
import type { Need } from '../../../resources/needs.ts'
import { type Performer, perform } from '../../../suite/calls/perform.ts'
import type { CallRecord } from '../../../suite/calls/record.ts'
import { graceMs } from '../../../suite/running/grace.ts'
import { plural } from '../../../util/text.ts'

/** What cleaning up needs of the run that it ends. */
export interface CleanUpParts {
  readonly performer: Performer
  readonly byKey: ReadonlyMap<string, OperationCases>
  /** Once aborted there is little time left. */
  readonly stop?: AbortSignal
  /** Of a call that deletes. */
  took(record: CallRecord): void
}

/** After so many deletions in a row without a response the rest is not tried. */
const mostWithoutResponse = 2

/**
 * Deletes what the run has made, the last first, through the documented `DELETE`s. Rows name what is left behind: what no
 * operation deletes, what was refused, what there was no time for.
 */
export async function cleanUp(parts: CleanUpParts): Promise<readonly NotChecked[]> {
  const { captures } = parts.performer
  const left = new Map<string, { readonly because: string; readonly all: MadeResource[] }>()
  const time = timeLeft(parts.stop)
  let withoutResponse = 0
  for (const one of captures.made()) {
    const isGivenUp = withoutResponse >= mostWithoutResponse
    const result = isGivenUp ? 'it got no response' : await Promise.race([removed(parts, one), time.over])
    withoutResponse = result?.endsWith('no response') === true ? withoutResponse + 1 : 0
    if (result === undefined) captures.unmake(one)
    else {
      const key = JSON.stringify([one.from, one.id, result])
      const known = left.get(key) ?? { because: result, all: [] }
      left.set(key, known)
      known.all.push(one)
    }
  }
  time.end()
  return [...left.values()].flatMap(({ because, all: [first, ...others] }) => {
    if (first === undefined) return []
    const values = [first, ...others].map(({ value }) => value).reverse()
    return [
      {
        operation: first.from,
        what: `deleting ${nameOf(captures, first)} ${values.join(', ')}, which it made`,
        because,
      },
    ]
  })
}

/** A row for what was made by requests whose responses do not say what it is called. */
export function unnamedRow(operation: OperationKey, count: number, runId: string): NotChecked {
  const what = `deleting what ${plural(count, 'request')} made; the names sent carry ${runId}`
  return { operation, what, because: 'its responses show no identifier that another operation takes' }
}

/** Keeps the list of what is to be deleted up to date, for a run that is stopped at once. Keys of cleanups of suites are positive. */
export function listMade(captures: Captures, undone: Map<number, string>): void {
  for (const key of undone.keys()) if (key < 0) undone.delete(key)
  const made = captures.made()
  for (const [index, one] of made.entries())
    undone.set(-1 - index, `${one.from} made ${nameOf(captures, one)} ${one.value}`)
}

/** Why a resource is still there; undefined where it is not. */
async function removed(parts: CleanUpParts, made: MadeResource): Promise<string | undefined> {
  const { performer, byKey, took } = parts
  const { description, context } = performer
  const remove = description.operations.find(
    (one) => one.method === 'DELETE' && one.path.endsWith('}') && ownNeed(performer.captures, one)?.id === made.id,
  )
  if (remove === undefined) return 'no operation deletes it'
  const leftOut = leftOutOf(remove, context.never)
  if (leftOut?.isSafeIfMade === false) return leftOut.because
  const { path: _, ...plain } = byKey.get(remove.key)?.plain.input ?? {}
  const input: RequestInput = { ...plain, path: pathOf(performer.captures, remove, made) }
  try {
    const { record } = await perform(performer, remove, input, `generated: ${remove.key} deletes what was made`)
    took(record)
    const { status } = record
    if (status === undefined) return `${remove.key} got no response`
    return (status >= 200 && status <= 299) || status === 404 || status === 410
      ? undefined
      : `${remove.key} got ${status}`
  } catch (error) {
    if (error instanceof ToolError && error.code === 'REQUEST_INVALID') return error.message
    throw error
  }
}

function pathNeeds({ graph }: Captures, { key }: Operation): readonly Need[] {
  return (graph.needs.get(key) ?? []).filter((need) => need.in === 'path')
}

function ownNeed(captures: Captures, operation: Operation): Need | undefined {
  return pathNeeds(captures, operation).at(-1)
}

function pathOf(captures: Captures, remove: Operation, { id, value, parents }: MadeResource) {
  const above = captures.choose(remove).input.path ?? {}
  const known = pathNeeds(captures, remove).flatMap((need) => {
    const parent = need.id === id ? value : parents[need.id]
    return parent === undefined ? [] : [[need.name, parent] as const]
  })
  return { ...above, ...Object.fromEntries(known) }
}

/** The name of the path parameter that takes it: `noteId`. */
function nameOf({ graph }: Captures, { id }: MadeResource): string {
  const all = [...graph.needs.values()].flat()
  return all.find((need) => need.id === id)?.name ?? 'what is at'
}

/** How long may be cleaned up: without end, or a few seconds from a stop. */
function timeLeft(stop: AbortSignal | undefined): { readonly over: Promise<string>; end(): void } {
  let timer: NodeJS.Timeout | undefined
  let start = (): void => {}
  const over = new Promise<string>((done) => {
    start = () => {
      timer = setTimeout(() => done('the run was stopped'), graceMs)
    }
    if (stop?.aborted === true) start()
    else stop?.addEventListener('abort', start, { once: true })
  })
  return {
    over,
    end() {
      clearTimeout(timer)
      stop?.removeEventListener('abort', start)
    },
  }
}
