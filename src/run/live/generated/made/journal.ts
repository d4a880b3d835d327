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

/** A request that may have made something, of which no identifier is known. */
export interface OpenRequest {
  readonly operation: OperationKey
  /** Path as it was sent, without the query. */
  readonly path: string
  /** The word of hexadecimal digits that the names in it carry, where one does. */
  readonly tag?: string
  /** A response came, and showed nothing of what was made. */
  readonly isUnnamed?: true
  /** A list was read, and does not show what was made. */
  readonly isNowhere?: true
}

/** Where journals of an API are. */
export interface Journals {
  readonly folder: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** What a journal is of. */
export interface JournalOptions {
  /** Folder of the journals of an API. Default: nothing is written. */
  readonly folder?: string
  /** Part of the names that are sent. */
  readonly runId: string
  readonly target: string
  /** What a run that is stopped at once leaves behind, by negative keys. */
  readonly undone?: Map<number, string>
  /** The name of the path parameter that takes a resource. */
  nameOf(resource: MadeResource): string
  /** Whether a value may be written to a file. */
  mayBeShown(text: string): boolean
  /** How often responses have named what was made. */
  timesNamed(): number
  /** Whether the responses of an operation show what it makes. */
  isMaking(operation: OperationKey): boolean
}

/** Notes what a run makes, before it is made: a run that is killed has named what it leaves behind. */
export interface MadeJournal extends MadeWatcher {
  /** Notes each request of a caller that may make something. One at a time is under way. */
  watching(caller: Caller): Caller
  /** Requests that may have made what nobody can name, so far. */
  open(): readonly OpenRequest[]
  /** Why the file could not be written. */
  failure(): string | undefined
  /** The run is over; `isClean`: nothing is left. Else the file stays for the next run. */
  end(isClean: boolean): void
  /** The run has failed: what it left is for the next one. */
  close(): void
}

/** Begins a journal; its file is made with the first request that may make something. */
export function createMadeJournal(options: JournalOptions): MadeJournal {
  const { folder, runId, target, undone, nameOf, mayBeShown, timesNamed, isMaking } = options
  const file: LineJournal | undefined = folder === undefined ? undefined : openJournal(folder, runId)
  const open = new Map<number, OpenRequest>()
  const keys = new Map<string, number>()
  /** Requests that made what may not be written down. */
  const hidden = new Map<string, number>()
  let isBegun = false
  let count = 0
  /** Has its response; what it made, if anything, is noted when the next request is sent. */
  let responded: { readonly id: number; readonly mustBeNamed: boolean } | undefined
  /** The last request that made something without a name, until another may make something: a list may show it. */
  let unnamed: number | undefined
  let before = 0
  /** Of the body of the last response. */
  let digest = ''
  const add: LineJournal['add'] = (line) => {
    if (!isBegun) file?.add({ runId, target })
    isBegun = true
    file?.add(line)
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
        const one = { operation, path: mayBeShown(path) ? path : '', ...(tag !== undefined && { tag }) }
        open.set(id, one)
        add({ sent: id, ...one })
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
        // In the file it is named by the request that made it.
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

/** What a body is recognised by. */
export function digestOf(body: string): string {
  return sha256(body).slice(0, 32)
}

/** `PUT` makes what is not there, at a path of its own (RFC 9110 §9.3.4). */
function mayMake(operation: OperationKey): boolean {
  const [method = '', path = ''] = operation.split(' ')
  return method === 'PUT' || (method === 'POST' && !isSearch({ method, path }))
}
