import { isOfRun } from '../../../../drift/generation/unique-names.ts'
import type { MadeResource, MadeWatcher } from '../../../../drift/harm/owned.ts'
import { isEmptyList } from '../../../../drift/reach/read-request.ts'
import { parsed } from '../../../../drift/reach/read-values.ts'
import type { Caller } from '../../../../drift/transport/call.ts'
import { neverSent } from '../../../../drift/transport/retry.ts'
import { type LineJournal, openJournal } from '../../../../files/line-journal.ts'
import type { OperationKey } from '../../../../model/operation.ts'
import { isSearch } from '../../../../resources/paths.ts'
import { sha256 } from '../../../../util/fingerprint.ts'
import { digestOfId, mostListed, sentLabel } from './evidence.ts'

/** A request that may have created a resource with an unknown identifier. */
export interface OpenRequest {
  readonly operation: OperationKey
  /** Path as sent, without query. */
  readonly path: string
  /** The hexadecimal tag in the request's names, if any. */
  readonly tag?: string
  /** Path and names sent: `/notes {"name":"News-abc12301"}`. Absent if it would show a secret. */
  readonly label?: string
  /**
   * Digests of other people's resources in the complete list read before this request: the evidence that a listed one is new. Without it,
   * the request may have overwritten an existing resource, which is then named and never deleted.
   */
  readonly before?: readonly string[]
  /** The response didn't show the created resource. */
  readonly isUnnamed?: true
  /** A list was read and doesn't show the created resource. */
  readonly isNowhere?: true
  /** A list shows a resource with the name sent, but nothing proves that it is new. */
  readonly isUnproven?: true
}

/** Location of an API's journals. */
export interface Journals {
  readonly folder: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

export interface JournalOptions {
  /** Folder of the API's journals. Default: none is written. */
  readonly folder?: string
  /** Part of generated names. */
  readonly runId: string
  readonly target: string
  /** Leftovers of a stopped run, by negative keys. */
  readonly undone?: Map<number, string>
  nameOf(resource: MadeResource): string
  /** Returns whether a value may be written to the file. `name`: the member that it belongs to. */
  mayBeShown(text: string, name?: string): boolean
  /** Reads the list that shows what the request creates, if none was recorded. */
  readList(operation: OperationKey, path: string): Promise<void>
  /** Returns other people's resources in the last complete list that shows what the request creates. */
  othersBefore(operation: OperationKey, path: string): readonly string[] | undefined
  /** Returns how often responses have identified created resources. */
  timesNamed(): number
  /** Returns whether the responses of an operation identify created resources. */
  isMaking(operation: OperationKey): boolean
}

/** Records requests before they create resources, so that a killed run leaves a list behind. */
export interface MadeJournal extends MadeWatcher {
  /** Wraps a caller to record requests that may create resources, one at a time. */
  watching(caller: Caller): Caller
  /** Returns the requests that may have created unidentified resources. */
  open(): readonly OpenRequest[]
  /** Returns why the file couldn't be written. */
  failure(): string | undefined
  /** Ends the journal. `isClean`: no resources remain; otherwise the file is kept for the next run. */
  end(isClean: boolean): void
  /** Closes the journal of a failed run; the next run cleans up. */
  close(): void
}

/** Creates a journal. The file is created with the first relevant request. */
export function createMadeJournal(options: JournalOptions): MadeJournal {
  const { folder, runId, target, undone, nameOf, mayBeShown, timesNamed, isMaking, readList, othersBefore } = options
  const file: LineJournal | undefined = folder === undefined ? undefined : openJournal(folder, runId)
  const open = new Map<number, OpenRequest>()
  const keys = new Map<string, number>()
  /** Requests whose resources must not be written to the file. */
  const hidden = new Map<string, number>()
  let isBegun = false
  let count = 0
  /** The last request with a response; its resource, if any, is recorded when the next request is sent. */
  let responded: { readonly id: number; readonly mustBeNamed: boolean } | undefined
  /** The last creation without an identifier, until another request may create a resource: a list may show it. */
  let unnamed: number | undefined
  let before = 0
  /** The list last written to the file, so that it is written once. */
  let listed = ''
  /** Digest of the last response body. */
  let digest = ''
  const add: LineJournal['add'] = (line) => {
    if (!isBegun) file?.add({ runId, target })
    isBegun = true
    file?.add(line)
  }
  /** Writes a list to the file unless the last one is the same. Returns the name that requests refer to it by. */
  const written = (digests: readonly string[]): string => {
    const name = digestOf(digests.join(' '))
    if (name !== listed) add({ listed: name, ids: [...digests] })
    listed = name
    return name
  }
  const settle = (): void => {
    const [one, { id = 0, mustBeNamed = false } = {}] = [open.get(responded?.id ?? 0), responded ?? {}]
    responded = undefined
    if (one === undefined) return
    if (mustBeNamed && timesNamed() === before) {
      open.set(id, { ...one, isUnnamed: true })
      unnamed = id
      return
    }
    add({ settled: id })
    open.delete(id)
  }
  const keyOf = ({ id, value, parents }: MadeResource): string => JSON.stringify([id, value, parents])
  return {
    watching: (caller) => ({
      ...caller,
      async call(request, how) {
        settle()
        const { operation } = how ?? {}
        const [path = ''] = request.path.split('?', 1)
        if (operation === undefined || !mayMake(operation)) return caller.call(request, how)
        unnamed = undefined
        const [tag] = new RegExp(`${runId}[\\da-f]{2,}`).exec(`${request.body ?? ''} ${request.path}`) ?? []
        const id = ++count
        if (tag !== undefined) await readList(operation, path)
        const others = othersBefore(operation, path)
        const isHidden = (name: string, value: string) => !mayBeShown(value, name)
        const label = mayBeShown(path) && sentLabel(request, (name) => isOfRun(name, runId), isHidden)
        const one = {
          ...{ operation, path: mayBeShown(path) ? path : '' },
          ...(tag !== undefined && { tag }),
          ...(label && { label }),
        }
        const digests = others && others.length <= mostListed ? others.map(digestOfId) : undefined
        open.set(id, { ...one, ...(digests && { before: digests }) })
        add({ sent: id, ...one, ...(digests && { before: written(digests) }) })
        before = timesNamed()
        const response = await caller.call(request, how)
        const { status, failure, body = '' } = response
        digest = digestOf(body)
        const shown = parsed(body)
        const isEmpty = shown !== undefined && isEmptyList(shown)
        const isDone = status !== undefined && status >= 200 && status <= 299 && status !== 202 && !isEmpty
        const mustBeNamed = request.method === 'POST' && (status === 201 || (isDone && isMaking(operation)))
        if (status !== undefined || neverSent.has(failure?.code ?? '')) responded = { id, mustBeNamed }
        return response
      },
    }),
    made(resource) {
      if (unnamed !== undefined && open.delete(unnamed)) add({ settled: unnamed })
      unnamed = undefined
      const name = nameOf(resource)
      const { id, value, parents, from } = resource
      const key = -(keys.size + 1)
      keys.set(keyOf(resource), key)
      undone?.set(key, `${from} made ${name} ${value}`)
      if (mayBeShown(String(value))) add({ made: { id, value, parents: { ...parents }, from, name, digest } })
      else if (responded !== undefined) {
        // The file identifies it by the request that created it.
        hidden.set(keyOf(resource), responded.id)
        open.delete(responded.id)
        responded = undefined
      }
    },
    gone(resource) {
      const key = keyOf(resource)
      undone?.delete(keys.get(key) ?? 0)
      const { id, value, parents } = resource
      const request = hidden.get(key)
      if (request !== undefined) add({ settled: request })
      else if (isBegun) add({ gone: { id, value, parents: { ...parents } } })
    },
    isOwnName: (name) => isOfRun(name, runId),
    open() {
      settle()
      return [...open.values()]
    },
    failure: () => file?.failure(),
    end(isClean) {
      if (isClean) file?.remove()
      file?.close()
    },
    close: () => file?.close(),
  }
}

export function digestOf(body: string): string {
  return sha256(body).slice(0, 32)
}

/** Returns whether an operation may create a resource. `PUT` creates a missing one at its path (RFC 9110 §9.3.4). */
function mayMake(operation: OperationKey): boolean {
  const [method = '', path = ''] = operation.split(' ')
  return method === 'PUT' || (method === 'POST' && !isSearch({ method, path }))
}
