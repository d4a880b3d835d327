import { closeSync, constants, fstatSync, openSync, read, statSync } from 'node:fs'
import { promisify } from 'node:util'
import { toolError } from '../model/errors.ts'

const readInto = promisify(read)

/** Default limit in bytes, for a file of our own (a report, a history, a config). */
const ownMaxBytes = 256 * 1024 * 1024

/** Why a file is not read; an error of the system is thrown as it is. */
export class NotReadable extends Error {
  override readonly name = 'NotReadable'
  readonly code: 'ENOTREG' | 'EFBIG'

  constructor(code: NotReadable['code'], message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Reads a regular file of at most so many bytes. A device never ends and a named pipe waits for its writer, so neither
 * is opened. When it returns, the read is under way. Throws NotReadable, and what the system says.
 */
export async function readRegular(file: string, maxBytes = ownMaxBytes): Promise<Buffer> {
  requireRegular(statSync(file))
  // A pipe may have replaced it since: opened so, it does not wait (open(2)). Windows has no such flag.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const facts = fstatSync(descriptor)
    requireRegular(facts)
    if (facts.size > maxBytes) throw tooLarge(maxBytes)
    // A byte more than it should have: a file that grows meanwhile, or below /proc, has another size than it says.
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

/** The same as a text, without the byte order mark that an editor may have put before it. */
export async function readText(file: string, maxBytes = ownMaxBytes): Promise<string> {
  return (await readRegular(file, maxBytes)).toString('utf8').replace(/^\uFEFF/, '')
}

/** The same, or undefined if there is no file. Throws FILE_UNREADABLE. */
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
