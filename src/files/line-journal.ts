import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { toolError } from '../model/errors.ts'
import type { Json, JsonObject } from '../model/json.ts'
import { readText } from './read-regular.ts'
import { isRunning } from './running.ts'
import { writeWhole } from './write-whole.ts'

/** What a process notes of its work, for whoever comes after it should it be killed. */
export interface LineJournal {
  /** The system has the line when this returns. Never throws: what goes wrong is in `failure`. */
  add(line: JsonObject): void
  /** Nothing of it is open any more. */
  remove(): void
  /** Its process does nothing about it any more. */
  close(): void
  failure(): string | undefined
}

/** A journal as it was found. */
export interface FoundJournal {
  readonly file: string
  /** The process that writes it is still at work, as far as that can be known. */
  readonly isRunning: boolean
  /** It is of a process with this id, on this machine. */
  readonly isOwn: boolean
  readonly lines: readonly JsonObject[]
  /** When it was written to last, ISO 8601 UTC. */
  readonly changedAt: string
}

const ending = '.ndjson'

/** Of another machine, or container, it cannot be known whether a process runs: what has rested that long counts as ended. */
const restedMs = 3_600_000

/** Journals that this process writes: a process of a container may have the id of the one before. */
const own = new Set<string>()

/** A journal in a folder; the file is made with its first line, which says whose it is. */
export function openJournal(folder: string, name: string): LineJournal {
  const file = join(folder, `${name}${ending}`)
  let handle: number | undefined
  let failure: string | undefined
  const write = (line: JsonObject): void => {
    if (handle !== undefined) writeSync(handle, `${JSON.stringify(line)}\n`)
  }
  const close = (): void => {
    if (handle !== undefined) closeSync(handle)
    handle = undefined
    own.delete(file)
  }
  return {
    add(line) {
      if (failure !== undefined) return
      try {
        if (handle === undefined) {
          mkdirSync(dirname(file), { recursive: true })
          own.add(file)
          // The names of resources may say more than others on the machine are to know.
          handle = openSync(file, 'a', 0o600)
          write({ pid: process.pid, host: hostname() })
        }
        write(line)
      } catch (error) {
        failure = error instanceof Error ? error.message : String(error)
      }
    },
    remove() {
      if (handle === undefined) return
      close()
      rmSync(file, { force: true })
    },
    close,
    failure: () => failure,
  }
}

/** The journals of a folder, the oldest first; empty when there is no folder. `now`: milliseconds since the epoch. Throws FILE_UNREADABLE. */
export async function readJournals(folder: string, now: number): Promise<readonly FoundJournal[]> {
  const names = await readdir(folder).catch((cause: unknown): string[] => {
    // A file in its place is reported by whoever writes there.
    if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')) return []
    throw toolError('FILE_UNREADABLE', [folder, cause instanceof Error ? cause.message : String(cause)], cause)
  })
  const all = await Promise.all(
    names.filter((name) => name.endsWith(ending)).map((name) => read(join(folder, name), now)),
  )
  return all.flatMap((one) => one ?? []).sort((a, b) => (a.changedAt < b.changedAt ? -1 : 1))
}

/** Removes a journal that nobody writes any more. */
export async function removeJournal(file: string): Promise<void> {
  await rm(file, { force: true })
}

/** Replaces the lines of a journal that nobody writes any more. */
export async function rewriteJournal(file: string, lines: readonly JsonObject[]): Promise<void> {
  const all = [{ pid: process.pid, host: hostname() }, ...lines]
  await writeWhole(file, all.map((line) => `${JSON.stringify(line)}\n`).join(''), file, 0o600)
}

async function read(file: string, now: number): Promise<FoundJournal | undefined> {
  try {
    const { mtime } = await stat(file)
    const [owner = {}, ...lines] = (await readText(file)).split('\n').flatMap(lineOf)
    const isOwn = owner.host === hostname() && owner.pid === process.pid
    return {
      file,
      isOwn,
      isRunning: isAtWork(file, owner, now - mtime.getTime()),
      lines,
      changedAt: mtime.toISOString(),
    }
  } catch {
    // Its process has just ended it.
    return undefined
  }
}

/** Half a line is that of a process that was killed while it wrote. */
function lineOf(text: string): readonly JsonObject[] {
  try {
    // JSON.parse returns JSON; its type is `any`.
    const line = JSON.parse(text) as Json
    return typeof line === 'object' && line !== null && !Array.isArray(line) ? [line as JsonObject] : []
  } catch {
    return []
  }
}

function isAtWork(file: string, { pid, host }: JsonObject, restedFor: number): boolean {
  if (own.has(file)) return true
  if (host !== hostname()) return restedFor < restedMs
  return typeof pid === 'number' && pid !== process.pid && isRunning(pid)
}
