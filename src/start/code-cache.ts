import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Script } from 'node:vm'
import { threadId } from 'node:worker_threads'
import { crc32 } from 'node:zlib'
import { isOwn } from './cache-folder.ts'

/** What the file says of a chunk. V8 compares no more of the source than its length, and of the code nothing: it would crash. */
interface Entry {
  readonly name: string
  /** Of the chunk, so that one that was edited is compiled anew. */
  readonly size: number
  readonly modified: number
  /** Of its code, after the header. */
  readonly at: number
  readonly length: number
  readonly crc: number
}

/** A chunk as it was loaded. */
export interface LoadedChunk {
  readonly size: number
  readonly modified: number
  readonly script: Script
}

/** The code of one command, as V8 compiled it in an earlier run. */
export interface CodeCache {
  /** What V8 compiled of a chunk. */
  codeOf(name: string, facts: Pick<LoadedChunk, 'size' | 'modified'>): Buffer | undefined
  /** Writes the code of these chunks, with what was known of others. */
  save(chunks: ReadonlyMap<string, LoadedChunk>): void
}

/** V8 wants it aligned, or copies it. */
const alignment = 8
/** Of a file that a process left when it was killed. Nobody takes that long to write one. */
const staleMs = 60_000

/** Opens the cache of a command; what is broken or missing is an empty one. */
export function openCodeCache(folder: string, command: string): CodeCache {
  const file = join(folder, `${command}.bin`)
  const known = read(file)
  return {
    codeOf: (name, facts) => codeIn(known, name, facts),
    save: (chunks) => save(folder, file, chunks),
  }
}

interface Kept {
  readonly entries: ReadonlyMap<string, Entry>
  readonly code: Buffer
}

function read(file: string): Kept | undefined {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
    try {
      const facts = fstatSync(descriptor)
      if (!facts.isFile() || !isOwn(facts)) return undefined
      const bytes = readFileSync(descriptor)
      const end = 4 + bytes.readUInt32LE(0)
      const entries = JSON.parse(bytes.toString('utf8', 4, end)) as readonly Entry[]
      return { entries: new Map(entries.map((entry) => [entry.name, entry])), code: bytes.subarray(end) }
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return undefined
  }
}

function codeIn(kept: Kept | undefined, name: string, facts?: { size: number; modified: number }): Buffer | undefined {
  const entry = kept?.entries.get(name)
  if (kept === undefined || entry === undefined) return undefined
  if (facts !== undefined && (entry.size !== facts.size || entry.modified !== facts.modified)) return undefined
  const code = kept.code.subarray(entry.at, entry.at + entry.length)
  return code.length === entry.length && crc32(code) === entry.crc ? code : undefined
}

function save(folder: string, file: string, chunks: ReadonlyMap<string, LoadedChunk>): void {
  const entries: Entry[] = []
  const parts: Buffer[] = []
  let at = 0
  const add = (facts: Pick<Entry, 'name' | 'size' | 'modified'>, code: Buffer): void => {
    const { name, size, modified } = facts
    const padding = -code.length & (alignment - 1)
    entries.push({ name, size, modified, at, length: code.length, crc: crc32(code) })
    parts.push(code, Buffer.alloc(padding))
    at += code.length + padding
  }
  for (const [name, { size, modified, script }] of chunks) add({ name, size, modified }, script.createCachedData())
  const before = read(file)
  for (const entry of before?.entries.values() ?? []) {
    const code = chunks.has(entry.name) ? undefined : codeIn(before, entry.name)
    if (code !== undefined) add(entry, code)
  }
  const header = Buffer.from(JSON.stringify(entries))
  const padding = Buffer.alloc(-(4 + header.length) & (alignment - 1), ' ')
  const length = Buffer.alloc(4)
  length.writeUInt32LE(header.length + padding.length)
  removeStale(folder)
  const written = `${file}.${process.pid}-${threadId}.tmp`
  try {
    writeFileSync(written, Buffer.concat([length, header, padding, ...parts]), { flag: 'wx', mode: 0o600 })
    renameSync(written, file)
  } catch {
    rmSync(written, { force: true })
  }
}

function removeStale(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (!name.endsWith('.tmp')) continue
    const { mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > staleMs) rmSync(path, { force: true })
  }
}
