import { realpath, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { toolError } from '../model/errors.ts'
import { makeFolder } from './make-folder.ts'

/** Milliseconds after which a lock that its owner no longer renews is taken over: the owner was killed. */
const staleMs = 3_000
/** Milliseconds between two renewals. */
const renewMs = 1_000
/** Of a lock that is never taken over by who asks for it: `takeOver` does. */
const never = 2 ** 40
/** Milliseconds between two attempts at a lock that another process holds, not the same for all that wait. */
const pauseMs = 15 + (process.pid % 20)
/** Attempts before it is given up: about a minute. */
const mostAttempts = 2_400

const common = {
  realpath: false,
  update: renewMs,
  // Whether it was lost is asked for before each write, where something can be done about it.
  onCompromised: () => {},
}

/** Thrown by what runs under a lock that was taken over meanwhile, as from a process that was stopped: it is run again. */
class LockLost extends Error {}

/**
 * Reads, changes and writes a file alone: others wait. The lock is a folder `<file>.lock` beside it
 * (proper-lockfile); one that a killed run left is taken over. `held` is to be awaited right before the write: it ends
 * the attempt when the lock was lost, and `use` runs anew. Keep what takes long outside. Throws WRITE_FAILED.
 */
export async function withLock<T>(file: string, use: (held: () => Promise<void>) => Promise<T>): Promise<T> {
  const target = await lockTarget(file)
  for (;;) {
    const release = await acquire(target)
    const own = await identityOf(target)
    const held = async (): Promise<void> => {
      if (own === undefined || (await identityOf(target)) !== own) throw new LockLost()
    }
    try {
      return await use(held)
    } catch (error) {
      if (!(error instanceof LockLost)) throw error
    } finally {
      // One that was lost is somebody else's by now: it is removed by nobody but him.
      if ((await identityOf(target)) === own) await release()
    }
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

async function acquire(target: string): Promise<() => Promise<void>> {
  const { default: locks } = await import('proper-lockfile')
  for (let attempt = 1; ; attempt++) {
    try {
      const release = await locks.lock(target, { ...common, stale: never })
      // One that was lost has been released by who took it over.
      return () => release().catch(() => undefined)
    } catch (cause) {
      // It vanishes during the attempt when another run takes it over.
      if (!isCode(cause, 'ELOCKED') && !isCode(cause, 'ENOENT')) throw failed(target, cause)
      if (attempt === mostAttempts) throw failed(target, new Error(`another run holds ${target}.lock`))
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
      if (await isStale(target)) await rmdir(`${target}.lock`)
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
  // When it is gone, the next attempt may take it.
  return !(await locks.check(target, { realpath: false, stale: staleMs }).catch(() => true)) && (await exists(target))
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
