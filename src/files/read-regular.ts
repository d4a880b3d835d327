import { closeSync, constants, fstatSync, openSync, read, statSync } from 'node:fs'
import { promisify } from 'node:util'
import { toolError } from '../model/errors.ts'

const readInto = promisify(read)

/** Default maximum bytes for our own files (reports, histories, configs). */
const ownMaxBytes = 256 * 1024 * 1024

/** Why a file isn't read. System errors are thrown unchanged. */
export class NotReadable extends Error {
  override readonly name = 'NotReadable'
  readonly code: 'ENOTREG' | 'EFBIG'

  constructor(code: NotReadable['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Reads a regular file up to a maximum size, but no devices or pipes, which may not end. Throws NotReadable and system errors. */
export async function readRegular(file: string, maxBytes = ownMaxBytes): Promise<Buffer> {
  requireRegular(statSync(file))
  // Non-blocking, because a pipe may have replaced the file meanwhile (open(2)). Windows lacks the flag.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const facts = fstatSync(descriptor)
    requireRegular(facts)
    if (facts.size > maxBytes) throw tooLarge(maxBytes)
    // One byte more than its size, because growing files and files below /proc report a wrong size.
    let bytes = Buffer.allocUnsafe(facts.size + 1)
    let length = 0
    for (;;) {
      const { bytesRead } = await readInto(descriptor, bytes, length, bytes.length - length, null)
      if (bytesRead === 0) return bytes.subarray(0, length)
      length += bytesRead
      if (length > maxBytes) throw tooLarge(maxBytes)
      if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(2 * length + 4096, maxBytes + 1))
    }
  } finally {
    closeSync(descriptor)
  }
}

/** Like `readRegular`, as text without byte order mark. */
export async function readText(file: string, maxBytes = ownMaxBytes): Promise<string> {
  return (await readRegular(file, maxBytes)).toString('utf8').replace(/^\uFEFF/, '')
}

/** Like `readText`, but returns undefined for a missing file. Throws FILE_UNREADABLE. */
export async function readTextIfAny(file: string): Promise<string | undefined> {
  return readText(file).catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw toolError('FILE_UNREADABLE', [file, cause instanceof Error ? cause.message : String(cause)], cause)
  })
}

function requireRegular(facts: { isFile(): boolean; isDirectory(): boolean }): void {
  if (facts.isDirectory()) throw new NotReadable('ENOTREG', 'it is a folder')
  if (!facts.isFile()) throw new NotReadable('ENOTREG', 'it is not a regular file')
}

function tooLarge(maxBytes: number): NotReadable {
  return new NotReadable('EFBIG', `it is over the limit of ${maxBytes} bytes`)
}
