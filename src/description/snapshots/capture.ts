import { resolve } from 'node:path'
import { dump } from 'js-yaml'
import { withLock } from '../../files/with-lock.ts'
import { writeWhole } from '../../files/write-whole.ts'
import type { Document, Flaw } from '../../model/document.ts'
import { toolError } from '../../model/errors.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import { nameProblem, parseApiName } from '../../util/api-name.ts'
import { sha256 } from '../../util/fingerprint.ts'
import { equalJson, isObject, own, ownEntries } from '../../util/json.ts'
import { withoutSecrets } from '../../util/secret-keys.ts'
import { operationsOf, webhooksOf } from '../dialects/operations.ts'
import { sourcesOf } from '../reading/parse.ts'
import { textOf } from '../reading/parse-text.ts'
import { exists, printedPath } from '../reading/read-file.ts'
import { checkDescription, type DescriptionCheck } from '../validation/validate.ts'
import { indentIfMinified } from './indent-json.ts'
import { indexFile, listSnapshots, loadSnapshot } from './store.ts'

export interface CaptureInput {
  /** Folder of the snapshots, relative to `cwd`. */
  readonly specsDir: string
  readonly cwd?: string
  readonly api: string
  readonly document: Document
  /** Source: a URL, a path, or a sentence. */
  readonly source: string
  readonly now: Date
  /** Default: the next id of the `b<NN>` series if there is one, otherwise the UTC date. */
  readonly id?: string
  readonly title?: string
  /** Store it even if no part is readable. */
  readonly allowInvalid?: boolean
  /** Reject any violation of the OpenAPI specification. */
  readonly strict?: boolean
}

/** Result of a capture. `created` is false if the latest snapshot has the same content. */
export interface Capture {
  readonly snapshot: Snapshot
  readonly created: boolean
  readonly check: DescriptionCheck
}

/**
 * Stores a snapshot unless it equals the latest, ignoring formatting. Throws INVALID_DESCRIPTION, SNAPSHOT_CHANGED, STORE_BROKEN.
 */
export async function captureSnapshot(input: CaptureInput): Promise<Capture> {
  const { specsDir, cwd = process.cwd(), api, document } = input
  parseApiName(api)
  const check = await requireReadable(document, input)
  const index = resolve(cwd, specsDir, api, indexFile)
  const stored = async () => (exists(index) ? listSnapshots(specsDir, api, cwd) : [])
  for (;;) {
    const known = await stored()
    const latest = known.at(-1)
    if (latest !== undefined) {
      const { root } = await loadSnapshot(specsDir, `${api}@${latest.id}`, { cwd })
      if (equalJson(root, document.root)) return { snapshot: latest, created: false, check }
    }
    const snapshot = await withLock(index, async (held) => {
      const now = await stored()
      // Another process captured meanwhile. The comparison is too slow for a lock.
      return now.at(-1)?.id === latest?.id ? store(input, now, held) : undefined
    })
    if (snapshot !== undefined) return { snapshot, created: true, check }
  }
}

async function store(input: CaptureInput, known: readonly Snapshot[], held: () => Promise<void>): Promise<Snapshot> {
  const { specsDir, cwd = process.cwd(), api, document, now } = input
  const latest = known.at(-1)
  const id = input.id === undefined ? nextId(known, now) : checkedId(input.id, known)
  const { content, extension } = fileOf(document)
  const file = `${id}.${extension}`
  const snapshot: Snapshot = {
    api,
    id,
    order: (latest?.order ?? 0) + 1,
    title: input.title,
    file,
    sha256: sha256(content),
    source: withoutSecrets(input.source),
    ...etagOf(document),
    capturedAt: now.toISOString(),
  }
  const path = resolve(cwd, specsDir, api, file)
  // The index is written last. Unlisted files are ignored, so a killed run does no damage.
  const index = resolve(cwd, specsDir, api, indexFile)
  await held()
  await writeWhole(path, content, printedPath(path, cwd))
  await held()
  await writeWhole(index, listing(api, [...known, snapshot]), printedPath(index, cwd))
  return snapshot
}

/** Violations affect only their own part. Throws INVALID_DESCRIPTION if no part is readable, or for any error if `strict`. */
export async function requireReadable(
  document: Document,
  { allowInvalid = false, strict = false }: Pick<CaptureInput, 'allowInvalid' | 'strict'>,
): Promise<DescriptionCheck> {
  const check = await checkDescription(document)
  const isRefused = strict || (!isReadable(document) && !allowInvalid)
  if (check.errors.length > 0 && isRefused)
    throw toolError('INVALID_DESCRIPTION', [document.file, worded(document, check.errors)])
  return check
}

/** Returns whether the description has readable parts, or is intentionally empty. */
function isReadable(document: Document): boolean {
  const { root } = document
  const found = [...operationsOf(document), ...webhooksOf(document), ...ownEntries(root, 'components')]
  const paths = own(root, 'paths')
  return found.length > 0 || (isObject(paths) && Object.keys(paths).length === 0)
}

function worded(document: Document, errors: readonly Flaw[]): string {
  const [first = { pointer: '', message: '' }] = errors
  const { file, line, column } = document.locate(first.pointer)
  const more = errors.length === 1 ? '' : ` (and ${errors.length - 1} more)`
  return `${first.message} at ${file}:${line}:${column}${more}`
}

function listing(api: string, snapshots: readonly Snapshot[]): string {
  const entries = snapshots.map(({ api: _, ...entry }) => entry)
  return `${JSON.stringify({ api, snapshots: entries }, null, 2)}\n`
}

/** Words with a meaning in addresses, and files next to the snapshots. */
const reserved = new Set(['latest', 'previous', 'snapshots', 'baseline'])

function checkedId(id: string, known: readonly Snapshot[]): string {
  const problem = nameProblem(id)
  if (problem !== undefined) throw toolError('USAGE', [`The snapshot id ${JSON.stringify(id)} ${problem}.`])
  if (reserved.has(id.toLowerCase())) throw toolError('USAGE', [`The snapshot id ${JSON.stringify(id)} is reserved.`])
  if (isTaken(id, known)) throw toolError('USAGE', [`There is a snapshot ${id} already; ids are never reused.`])
  return id
}

/** Ignores case, because `B07.yaml` and `b07.yaml` are the same file on some systems. */
function isTaken(id: string, known: readonly Snapshot[]): boolean {
  return known.some((snapshot) => snapshot.id.toLowerCase() === id.toLowerCase())
}

function nextId(known: readonly Snapshot[], now: Date): string {
  const numbers = known.flatMap(({ id }) => /^b(\d+)$/.exec(id)?.[1] ?? [])
  if (numbers.length > 0 && numbers.length === known.length) {
    const width = Math.max(...numbers.map((digits) => digits.length))
    return `b${String(Math.max(...numbers.map(Number)) + 1).padStart(width, '0')}`
  }
  const date = now.toISOString().slice(0, 10)
  let id = date
  for (let n = 2; isTaken(id, known); n++) id = `${date}.${n}`
  return id
}

/** Only for single files, because an entity tag doesn't cover referenced files. */
function etagOf(document: Document): Pick<Snapshot, 'etag'> {
  const { etag, externals } = sourcesOf(document)
  return etag === '' || externals.size > 0 ? {} : { etag }
}

/** Returns the hex sha256 that the description's snapshot file would have. */
export function storedSha256(document: Document): string {
  return sha256(fileOf(document).content)
}

/** Returns the bytes to store: the file itself, with line breaks added to minified JSON, or a multi-file description as one file. */
function fileOf(document: Document): { readonly content: string; readonly extension: 'json' | 'yaml' } {
  const { main, externals } = sourcesOf(document)
  const extension = main.format
  if (externals.size === 0) {
    // Normalizes line breaks, because Git may convert them on checkout, which would change the sha256.
    const text = textOf(main).replaceAll('\r\n', '\n')
    return { content: extension === 'json' ? indentIfMinified(text) : text, extension }
  }
  const { root } = document
  return {
    content: extension === 'json' ? `${JSON.stringify(root, null, 2)}\n` : dump(root, { lineWidth: 120 }),
    extension,
  }
}
