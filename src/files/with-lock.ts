import { readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { toolError } from '../model/errors.ts'
import { makeFolder } from './make-folder.ts'
import { isRunning } from './running.ts'

/** Milliseconds after which a lock that its owner no longer renews is taken over: the owner was killed. */
const staleMs = 3_000
/** The same of an owner that still runs on this machine: one that waits for the processor renews late. Its number may be another process's by now. */
const abandonedMs = 60_000
/** Milliseconds between two renewals. */
const renewMs = 1_000
/** Of a lock that is never taken over by who asks for it: `takeOver` does. */
const never = 2 ** 40
/** Milliseconds between two attempts at a lock that another process holds, not the same for all that wait. */
const pauseMs = 15 + (process.pid % 20)
/** Calls `take` with the number of milliseconds after which a lock that another process holds is given up. */
export type LockWait = <T>(take: (patience: number) => Promise<T>) => Promise<T>
/** Longer than an owner may be silent. */
const patiently: LockWait = (take) => take(abandonedMs + 30_000)

/** Milliseconds of a clock that nobody sets: for deadlines, never for what is reported. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

const common = {
  realpath: false,
  update: renewMs,
  // Whether it was lost is asked for before each write, where something can be done about it.
  onCompromised: () => {},
}

/** Thrown by what runs under a lock that was taken over meanwhile, as from a process that was stopped: it is run again. */
class LockLost extends Error {
  override readonly message = 'another process took its lock over'
}

/** A lock of this process. */
export interface Lock {
  /** Throws when another process took it over; to be awaited right before a write. */
  held(): Promise<void>
  release(): Promise<void>
}

/**
 * Takes the lock of a file for as long as this process needs it; one that a killed process left is taken over. Throws
 * WRITE_FAILED when another process holds it for longer than it takes to see that it lives.
 */
export async function holdLock(file: string): Promise<Lock> {
  return take(await lockTarget(file), (take) => take(staleMs + renewMs))
}

/**
 * Reads, changes and writes a file alone: others wait. The lock is a folder `<file>.lock` beside it
 * (proper-lockfile); one that a killed run left is taken over. `held` is to be awaited right before the write: it ends
 * the attempt when the lock was lost, and `use` runs anew. Keep what takes long outside. Throws WRITE_FAILED.
 */
export async function withLock<T>(
  file: string,
  use: (held: () => Promise<void>) => Promise<T>,
  wait = patiently,
): Promise<T> {
  const target = await lockTarget(file)
  for (;;) {
    const { held, release } = await take(target, wait)
    try {
      return await use(held)
    } catch (error) {
      if (!(error instanceof LockLost)) throw error
    } finally {
      await release()
    }
  }
}

async function take(target: string, wait: LockWait): Promise<Lock> {
  const release = await wait((patience) => acquire(target, patience))
  const own = await identityOf(target)
  const isOwn = async (): Promise<boolean> => own !== undefined && (await identityOf(target)) === own
  return {
    held: async () => {
      if (!(await isOwn())) throw new LockLost()
    },
    // One that was lost is somebody else's by now: it is removed by nobody but him.
    release: async () => {
      if (await isOwn()) await release()
    },
  }
}

/** One lock for a file, whichever link leads to it. Its folder is made. */
async function lockTarget(file: string): Promise<string> {
  try {
    await makeFolder(dirname(file))
    return await realpath(file).catch(async () => join(await realpath(dirname(file)), basename(file)))
  } catch (cause) {
    throw failed(file, cause)
  }
}

async function acquire(target: string, patience: number): Promise<() => Promise<void>> {
  const { default: locks } = await import('proper-lockfile')
  for (const start = monotonicMs(); ; ) {
    try {
      const release = await locks.lock(target, { ...common, stale: never })
      // Beside the folder: what is put into it looks like a renewal by another process. Without it the owner counts as gone.
      await writeFile(ownerFile(target), owner).catch(() => undefined)
      // One that was lost has been released by who took it over.
      return async () => {
        await rm(ownerFile(target), { force: true }).catch(() => undefined)
        await release().catch(() => undefined)
      }
    } catch (cause) {
      // It vanishes during the attempt when another run takes it over.
      if (!isCode(cause, 'ELOCKED') && !isCode(cause, 'ENOENT')) throw failed(target, cause)
      if (monotonicMs() - start > patience) throw failed(target, new Error(`another run holds ${target}.lock`))
    }
    if (await isStale(target)) await takeOver(target)
    else await setTimeout(pauseMs)
  }
}

/**
 * Removes a lock that its owner left. Only one run at a time may: of two that saw the same lock stale, the second would
 * remove the new one of the first.
 */
async function takeOver(target: string): Promise<void> {
  const { default: locks } = await import('proper-lockfile')
  const lockfilePath = `${target}.takeover`
  try {
    const release = await locks.lock(lockfilePath, { ...common, lockfilePath, stale: staleMs })
    try {
      if (await isStale(target)) await rm(`${target}.lock`, { recursive: true })
    } finally {
      await release()
    }
  } catch {
    // Another process takes it over, or did: tried again like any lock that is held.
    await setTimeout(pauseMs)
  }
}

async function isStale(target: string): Promise<boolean> {
  const { default: locks } = await import('proper-lockfile')
  const text = await readFile(ownerFile(target), 'utf8').catch(() => '')
  const [, host, pid] = /^(\S+) ([1-9]\d*)\n$/.exec(text) ?? []
  const stale = host === hostname() && isRunning(Number(pid)) ? abandonedMs : staleMs
  // When it is gone, the next attempt may take it.
  return !(await locks.check(target, { realpath: false, stale }).catch(() => true)) && (await exists(target))
}

/** With its line end: half a line of a killed owner would name another process. */
const owner = `${hostname()} ${process.pid}\n`

function ownerFile(target: string): string {
  return `${target}.lock-owner`
}

async function exists(target: string): Promise<boolean> {
  return (await identityOf(target)) !== undefined
}

/** What distinguishes the folder of a lock from a later one of the same name. */
async function identityOf(target: string): Promise<string | undefined> {
  const facts = await stat(`${target}.lock`, { bigint: true }).catch(() => undefined)
  return facts && `${facts.dev} ${facts.ino} ${facts.birthtimeNs}`
}

function failed(file: string, cause: unknown): Error {
  return toolError('WRITE_FAILED', [file, cause instanceof Error ? cause.message : String(cause)], cause)
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
