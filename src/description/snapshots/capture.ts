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

/** What to capture, and as what. */
export interface CaptureInput {
  /** Folder of the snapshots, relative to `cwd`. */
  readonly specsDir: string
  readonly cwd?: string
  readonly api: string
  readonly document: Document
  /** Where it came from: a URL, a path, or a sentence. */
  readonly source: string
  readonly now: Date
  /** Default: the next of the `b<NN>` series if there is one, else the UTC date. */
  readonly id?: string
  readonly title?: string
  /** Store it although nothing of it can be read. */
  readonly allowInvalid?: boolean
  /** Refuse it when anything breaks the OpenAPI specification. */
  readonly strict?: boolean
}

/** What came of it; `created` is false when the latest snapshot says the same. */
export interface Capture {
  readonly snapshot: Snapshot
  readonly created: boolean
  readonly check: DescriptionCheck
}

/**
 * Stores a description as a new snapshot unless its content (formatting aside) is that of the latest one.
 * Throws INVALID_DESCRIPTION, SNAPSHOT_CHANGED, STORE_BROKEN, WRITE_FAILED or USAGE.
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
      // Somebody else captured meanwhile. To compare takes too long for a lock.
      return now.at(-1)?.id === latest?.id ? store(input, now, held) : undefined
    })
    if (snapshot !== undefined) return { snapshot, created: true, check }
  }
}

/** Stores a description as one more snapshot, under the lock of the index. */
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
  // The list comes last: what it does not name does not exist, so a killed run loses nothing.
  const index = resolve(cwd, specsDir, api, indexFile)
  await held()
  await writeWhole(path, content, printedPath(path, cwd))
  await held()
  await writeWhole(index, listing(api, [...known, snapshot]), printedPath(index, cwd))
  return snapshot
}

/**
 * The flaws of a description that is stored. What breaks the specification costs only itself. Throws
 * INVALID_DESCRIPTION where nothing of it can be read, unless that is allowed, and for any error when it is `strict`.
 */
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

/** Whether there is anything to compare or to call, or nothing because the description has nothing. */
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

/** Words an address gives a meaning to, and files that are beside the snapshots. */
const reserved = new Set(['latest', 'previous', 'snapshots', 'baseline'])

function checkedId(id: string, known: readonly Snapshot[]): string {
  const problem = nameProblem(id)
  if (problem !== undefined) throw toolError('USAGE', [`The snapshot id ${JSON.stringify(id)} ${problem}.`])
  if (reserved.has(id.toLowerCase())) throw toolError('USAGE', [`The snapshot id ${JSON.stringify(id)} is reserved.`])
  if (isTaken(id, known)) throw toolError('USAGE', [`There is a snapshot ${id} already; ids are never reused.`])
  return id
}

/** Ignoring case: on some file systems `B07.yaml` is `b07.yaml`. */
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

/** Only of a single file: the entity tag of one file says nothing about the files that it refers to. */
function etagOf(document: Document): Pick<Snapshot, 'etag'> {
  const { etag, externals } = sourcesOf(document)
  return etag === '' || externals.size > 0 ? {} : { etag }
}

/** Hex sha256 of the file that a snapshot of this description would have. */
export function storedSha256(document: Document): string {
  return sha256(fileOf(document).content)
}

/** The bytes to store: the file itself, minified JSON with lines that a finding can name, or a description of several files as one. */
function fileOf(document: Document): { readonly content: string; readonly extension: 'json' | 'yaml' } {
  const { main, externals } = sourcesOf(document)
  const extension = main.format
  if (externals.size === 0) {
    // Line breaks are what git makes of them on checkout, or the sha256 would no longer hold there.
    const text = textOf(main).replaceAll('\r\n', '\n')
    return { content: extension === 'json' ? indentIfMinified(text) : text, extension }
  }
  const { root } = document
  return {
    content: extension === 'json' ? `${JSON.stringify(root, null, 2)}\n` : dump(root, { lineWidth: 120 }),
    extension,
  }
}
