import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Document } from '../../model/document.ts'
import { toolError } from '../../model/errors.ts'
import type { Json } from '../../model/json.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import { nameProblem, parseApiName, reservedReason } from '../../util/api-name.ts'
import { sha256 } from '../../util/fingerprint.ts'
import { isObject, own, ownArray, ownString } from '../../util/json.ts'
import { byText, didYouMean } from '../../util/text.ts'
import { parseDocument } from '../reading/parse.ts'
import { defaultMaxBytes, type ParseLimits } from '../reading/parse-text.ts'
import { exists, printedPath, readBytes } from '../reading/read-file.ts'

export const indexFile = 'snapshots.json'

/** Returns whether an address has the form `<api>@<id|latest|previous>`. */
export function isSnapshotAddress(address: string): boolean {
  const [api = '', id = '', ...more] = address.split('@')
  // The lookup rejects invalid names with a reason.
  return more.length === 0 && isPlain(api) && isPlain(id)
}

function isPlain(name: string): boolean {
  return nameProblem(name)?.startsWith('may hold only') !== true
}

/** Returns the APIs with snapshots, sorted. */
export async function listApis(specsDir: string, cwd = process.cwd()): Promise<readonly string[]> {
  const folder = resolve(cwd, specsDir)
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => exists(join(folder, name, indexFile))).sort(byText)
}

/** Returns the snapshots of an API, oldest first; `specsDir` is relative to `cwd`. Throws UNKNOWN_API, USAGE or STORE_BROKEN. */
export async function listSnapshots(specsDir: string, api: string, cwd = process.cwd()): Promise<readonly Snapshot[]> {
  if (reservedReason(api) !== undefined) parseApiName(api)
  const file = resolve(cwd, specsDir, api, indexFile)
  const printed = printedPath(file, cwd)
  if (nameProblem(api) !== undefined || !exists(file)) {
    const known = knownNames(api, await listApis(specsDir, cwd))
    throw toolError('UNKNOWN_API', [api, ` under ${printedPath(resolve(cwd, specsDir), cwd)}${known}`])
  }
  const content = Buffer.from(await readBytes(file, printed, defaultMaxBytes)).toString('utf8')
  let index: Json
  try {
    index = JSON.parse(content) as Json // `JSON.parse` is typed `any` but returns JSON.
  } catch (cause) {
    throw toolError('STORE_BROKEN', [printed, 'it is not valid JSON'], cause)
  }
  if (!Array.isArray(own(index, 'snapshots'))) throw toolError('STORE_BROKEN', [printed, 'it has no list of snapshots'])
  const snapshots = ownArray(index, 'snapshots').map((entry) => readEntry(entry, api, printed))
  if (new Set(snapshots.map(({ id }) => id)).size !== snapshots.length)
    throw toolError('STORE_BROKEN', [printed, 'it lists an id twice'])
  return snapshots.sort((a, b) => a.order - b.order)
}

/** Returns the snapshot named by `<api>@<id|latest|previous>`. Throws UNKNOWN_SNAPSHOT with the existing ids. */
export async function findSnapshot(specsDir: string, address: string, cwd = process.cwd()): Promise<Snapshot> {
  const [api = '', id = ''] = address.split('@')
  const snapshots = await listSnapshots(specsDir, api, cwd)
  const relative: Readonly<Record<string, number>> = { latest: -1, previous: -2 }
  const found = snapshots.find((snapshot) => snapshot.id === id) ?? snapshots.at(relative[id] ?? snapshots.length)
  if (found !== undefined) return found
  const ids = snapshots.map((snapshot) => snapshot.id)
  throw toolError('UNKNOWN_SNAPSHOT', [address, knownNames(id, ids, Object.keys(relative))])
}

/** Loads a snapshot and verifies its recorded sha256. Throws SNAPSHOT_CHANGED. */
export async function loadSnapshot(
  specsDir: string,
  address: string,
  { cwd = process.cwd(), ...limits }: ParseLimits & { readonly cwd?: string } = {},
): Promise<Document> {
  const snapshot = await findSnapshot(specsDir, address, cwd)
  const path = resolve(cwd, specsDir, snapshot.api, snapshot.file)
  const file = printedPath(path, cwd)
  const content = await readBytes(path, file, limits.maxBytes ?? defaultMaxBytes)
  if (sha256(content) !== snapshot.sha256) throw toolError('SNAPSHOT_CHANGED', [file])
  return parseDocument({ content, name: `${snapshot.api}@${snapshot.id}`, file }, limits)
}

function readEntry(entry: Json, api: string, file: string): Snapshot {
  const [id, name, hash] = [ownString(entry, 'id'), ownString(entry, 'file'), ownString(entry, 'sha256')]
  const order = own(entry, 'order')
  const broken = !isObject(entry) || nameProblem(id) !== undefined || nameProblem(name) !== undefined || hash === ''
  if (broken || typeof order !== 'number')
    throw toolError('STORE_BROKEN', [file, 'each snapshot needs id, order, file (a plain name) and sha256'])
  const [title, etag, capturedAt] = ['title', 'etag', 'capturedAt'].map((key) => ownString(entry, key))
  return {
    api,
    id,
    order,
    ...(title && { title }),
    file: name,
    sha256: hash,
    source: ownString(entry, 'source'),
    ...(etag && { etag }),
    ...(capturedAt && { capturedAt }),
  }
}

/** Formats a hint: ` (did you mean b07? known: b01 … b07)`. */
function knownNames(name: string, known: readonly string[], others: readonly string[] = []): string {
  if (known.length === 0) return ' (no snapshots are stored yet)'
  const suggestion = didYouMean(name, [...known, ...others])
  const list = known.length > 12 ? `${known.slice(0, 5).join(', ')} … ${known.slice(-5).join(', ')}` : known.join(', ')
  return ` (${suggestion === undefined ? '' : `did you mean ${suggestion}? `}known: ${list})`
}
