import { execFile } from 'node:child_process'
import { createReadStream, statSync } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { basename, dirname, relative, resolve, sep } from 'node:path'
import { NotReadable, readRegular } from '../../files/read-regular.ts'
import { toolError } from '../../model/errors.ts'
import { withoutSecrets } from '../../util/secret-keys.ts'
import { meant } from '../../util/text.ts'
import { isBelow } from '../references/confine.ts'

/** Returns a path with forward slashes, relative to the working directory if it is below it. */
export function printedPath(file: string, cwd: string): string {
  const path = slashed(relative(cwd, file))
  return path === '' || path.startsWith('../') || path === '..' || resolve(path) === path ? slashed(file) : path
}

/** Converts Windows separators to forward slashes. */
export function slashed(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/')
}

/** Finds a file by a user-given path, tolerating backslashes on every system. Throws FILE_NOT_FOUND. */
export async function findFile(path: string, cwd: string): Promise<string> {
  const candidates = [path, path.replaceAll('\\', '/')].map((candidate) => resolve(cwd, candidate))
  for (const candidate of candidates) if (exists(candidate)) return candidate
  const file = resolve(cwd, path)
  const siblings = await readdir(dirname(file)).catch(() => [])
  // May be a mistyped URL: `htps://…?api_key=…`.
  const named = path.includes('://') ? withoutSecrets(path) : printedPath(file, cwd)
  throw toolError('FILE_NOT_FOUND', [`${named}${meant(basename(file), siblings)}`])
}

export function exists(path: string): boolean {
  try {
    statSync(path)
    return true
  } catch {
    return false
  }
}

/** Reads a regular file. Throws FILE_UNREADABLE or TOO_LARGE. */
export async function readBytes(file: string, printed: string, maxBytes: number): Promise<Uint8Array> {
  try {
    return await readRegular(file, maxBytes)
  } catch (error) {
    if (error instanceof NotReadable && error.code === 'EFBIG')
      throw toolError('TOO_LARGE', [printed, `${maxBytes} bytes`], error)
    const reason = error instanceof NotReadable ? error.message : systemReason(error)
    throw reason === undefined ? error : toolError('FILE_UNREADABLE', [printed, reason], error)
  }
}

/** Opens an inherited pipe such as `/dev/fd/63`, created by `<(command)` in a shell. Undefined for other paths. */
export async function inheritedStream(file: string): Promise<AsyncIterable<Uint8Array> | undefined> {
  const fd = file === '/dev/stdin' ? '0' : /^\/(?:dev|proc\/self)\/fd\/(\d{1,6})$/.exec(file)?.[1]
  if (fd === undefined || statSync(file).isFile()) return undefined
  return createReadStream(file, { fd: Number(fd), autoClose: false })
}

/** Like `readBytes`, for a file that must be below a folder after resolving symbolic links. Throws REF_REFUSED. */
export async function readBelow(folder: string, file: string, printed: string, maxBytes: number): Promise<Uint8Array> {
  let real: string
  try {
    real = await realpath(file)
  } catch (error) {
    throw toolError('FILE_UNREADABLE', [printed, systemReason(error) ?? 'it cannot be found'], error)
  }
  if (!isBelow(slashed(await realpath(folder)), slashed(real)))
    throw toolError('REF_REFUSED', [printed, "a symbolic link leads out of the description's folder"])
  return readBytes(real, printed, maxBytes)
}

/** Reads a file of a revision from Git. Throws GIT_FAILED. */
export async function readGit(revision: string, path: string, cwd: string, maxBytes: number): Promise<Uint8Array> {
  const address = `git:${revision}:${path}`
  if (revision === '' || path === '' || revision.startsWith('-'))
    throw toolError('GIT_FAILED', [address, 'it does not name a revision and a path'])
  return new Promise((done, fail) => {
    const args = ['cat-file', 'blob', `${revision}:${path}`]
    execFile('git', args, { cwd, maxBuffer: maxBytes, encoding: 'buffer' }, (error, stdout, stderr) => {
      if (error === null) return done(stdout)
      const detail = stderr.toString('utf8').trim().split('\n')[0] ?? ''
      fail(toolError('GIT_FAILED', [address, detail.replace(/^fatal: |\.$/g, '') || error.message], error))
    })
  })
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  ENOTDIR: 'a part of its path is not a folder',
  ELOOP: 'its symbolic links form a loop',
}

/** Returns the reason of an operating system error; undefined for other errors. */
function systemReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined
  return reasons[String(error.code)] ?? String(error.code)
}
