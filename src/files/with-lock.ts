import { readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { toolError } from '../model/errors.ts'
import { makeFolder } from './make-folder.ts'
import { isRunning } from './running.ts'

/** Milliseconds without renewal after which a lock is taken over, because its owner was killed. */
const staleMs = 3_000
/** Same if the owner still runs here, because busy processes renew late. Limited, because another process may get the id. */
const abandonedMs = 60_000
const renewMs = 1_000
/** Disables proper-lockfile's own takeover; `takeOver` does it. */
const never = 2 ** 40
/** Milliseconds between attempts, different for each waiting process. */
const pauseMs = 15 + (process.pid % 20)
/** Calls `take` with the milliseconds to wait for a lock held by another process. */
export type LockWait = <T>(take: (patience: number) => Promise<T>) => Promise<T>
/** Longer than an owner may stay silent. */
const patiently: LockWait = (take) => take(abandonedMs + 30_000)

/** Returns milliseconds of a monotonic clock, for deadlines only. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

const common = {
  realpath: false,
  update: renewMs,
  // Loss of the lock is checked before each write instead.
  onCompromised: () => {},
}

/** Thrown if the lock was taken over meanwhile, as after a suspended process; the work is retried. */
class LockLost extends Error {
  override readonly message = 'another process took its lock over'
}

export interface Lock {
  /** Throws if another process took over; await it right before each write. */
  held(): Promise<void>
  release(): Promise<void>
}

/** Takes the lock of a file until released, also from a killed process. Throws WRITE_FAILED if a live process keeps it. */
export async function holdLock(file: string): Promise<Lock> {
  return take(await lockTarget(file), (take) => take(staleMs + renewMs))
}

/**
 * Runs a read-modify-write of a file exclusively, under the lock folder `<file>.lock` (proper-lockfile). Await `held` right before the
 * write: if the lock was lost, it aborts the attempt and `use` runs again. Throws WRITE_FAILED.
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
    // A lost lock belongs to another process and must not be removed.
    release: async () => {
      if (await isOwn()) await release()
    },
  }
}

/** Returns the path to lock, the same for all symbolic links to a file. Creates its folder. */
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
      // Next to the lock folder, because a file inside would look like a renewal. Without it the owner counts as dead.
      await writeFile(ownerFile(target), owner).catch(() => undefined)
      // A lost lock was already released by its new owner.
      return async () => {
        await rm(ownerFile(target), { force: true }).catch(() => undefined)
        await release().catch(() => undefined)
      }
    } catch (cause) {
      // The lock folder disappears if another run takes it over meanwhile.
      if (!isCode(cause, 'ELOCKED') && !isCode(cause, 'ENOENT')) throw failed(target, cause)
      if (monotonicMs() - start > patience) throw failed(target, new Error(`another run holds ${target}.lock`))
    }
    if (await isStale(target)) await takeOver(target)
    else await setTimeout(pauseMs)
  }
}

/** Removes an abandoned lock, protected by another lock, because a second run could otherwise remove the first one's new lock. */
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
    // Another process is taking it over; retry.
    await setTimeout(pauseMs)
  }
}

async function isStale(target: string): Promise<boolean> {
  const { default: locks } = await import('proper-lockfile')
  const text = await readFile(ownerFile(target), 'utf8').catch(() => '')
  const [, host, pid] = /^(\S+) ([1-9]\d*)\n$/.exec(text) ?? []
  const stale = host === hostname() && isRunning(Number(pid)) ? abandonedMs : staleMs
  // If the lock is gone, the next attempt can take it.
  return !(await locks.check(target, { realpath: false, stale }).catch(() => true)) && (await exists(target))
}

/** With line break, because an incomplete owner file could contain another process's id. */
const owner = `${hostname()} ${process.pid}\n`

function ownerFile(target: string): string {
  return `${target}.lock-owner`
}

async function exists(target: string): Promise<boolean> {
  return (await identityOf(target)) !== undefined
}

/** Returns the identity of a lock folder, different from later ones with the same name. */
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
