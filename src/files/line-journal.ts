import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { toolError } from '../model/errors.ts'
import type { Json, JsonObject } from '../model/json.ts'
import { readText } from './read-regular.ts'
import { isRunning } from './running.ts'
import { writeWhole } from './write-whole.ts'

/** A log of unfinished work that a later process reads if this one is killed. */
export interface LineJournal {
  /** Adds a line, which the operating system has when this returns. Never throws; errors are in `failure`. */
  add(line: JsonObject): void
  /** Deletes the journal, because no work is pending. */
  remove(): void
  /** Closes the journal and leaves the rest to a later process. */
  close(): void
  failure(): string | undefined
}

export interface FoundJournal {
  readonly file: string
  /** Its process still runs, as far as that can be determined. */
  readonly isRunning: boolean
  /** It belongs to this process on this machine. */
  readonly isOwn: boolean
  readonly lines: readonly JsonObject[]
  /** Last modification, ISO 8601 UTC. */
  readonly changedAt: string
}

const ending = '.ndjson'

/** For another machine or container, whether its process runs is unknown: after this time without changes it counts as ended. */
const restedMs = 3_600_000

/** Journals of this process. In a container, an earlier process may have had the same id. */
const own = new Set<string>()

/** Opens a journal in a folder. The file is created with its first line, which identifies the process. */
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
          // Readable by the owner only, because names of resources can be confidential.
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

/** Returns a folder's journals, oldest first; empty without folder. `now`: milliseconds since the epoch. Throws FILE_UNREADABLE. */
export async function readJournals(folder: string, now: number): Promise<readonly FoundJournal[]> {
  const names = await readdir(folder).catch((cause: unknown): string[] => {
    // A file in its place is reported when writing.
    if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')) return []
    throw toolError('FILE_UNREADABLE', [folder, cause instanceof Error ? cause.message : String(cause)], cause)
  })
  const all = await Promise.all(
    names.filter((name) => name.endsWith(ending)).map((name) => read(join(folder, name), now)),
  )
  return all.flatMap((one) => one ?? []).sort((a, b) => (a.changedAt < b.changedAt ? -1 : 1))
}

/** Removes a journal whose process has ended. */
export async function removeJournal(file: string): Promise<void> {
  await rm(file, { force: true })
}

/** Replaces the lines of a journal whose process has ended. */
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
    // The process has just removed it.
    return undefined
  }
}

/** Parses a line; skips an incomplete line of a killed process. */
function lineOf(text: string): readonly JsonObject[] {
  try {
    // `JSON.parse` is typed `any` but returns JSON.
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
