import { type Dialect, dialects } from '../../model/dialect.ts'
import type { Document, Flaw } from '../../model/document.ts'
import { toolError } from '../../model/errors.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import { isObject, own } from '../../util/json.ts'
import { joinPointer, nodeAt, pointerTokens } from '../../util/pointer.ts'
import { locator } from '../positions/locate.ts'
import { editedDocument } from '../references/edited.ts'
import { referencesOf } from '../references/references.ts'
import { resolver } from '../references/resolve.ts'
import { type ParseLimits, parseText, type Source } from './parse-text.ts'

/** Root key that contains the other files of a multi-file description by relative path. */
export const externalFiles = 'x-external-files'

export interface ParseInput {
  readonly content: string | Uint8Array
  /** Name as given by the user. */
  readonly name: string
  /** File name in findings. */
  readonly file: string
}

export interface Sources {
  readonly name: string
  readonly main: Source
  /** Other files by relative path, with `$ref`s rewritten to their mounted locations. */
  readonly externals?: ReadonlyMap<string, Source>
  readonly flaws?: readonly Flaw[]
  /** Entity tag of the main file's response, or `''`. */
  readonly etag?: string
}

/** Parses any dialect without I/O. References to other files become flaws. Throws PARSE_FAILED, NOT_A_DESCRIPTION, TOO_LARGE. */
export function parseDocument(input: ParseInput, limits?: ParseLimits): Document {
  const main = parseText(input.content, input.file, limits)
  return assemble({ name: input.name, main, flaws: unread(main) })
}

function unread(main: Source): readonly Flaw[] {
  if (!main.mayLeaveFile) return []
  return referencesOf(main.root)
    .filter(({ ref }) => !ref.startsWith('#'))
    .map(({ ref, pointer }) => ({ pointer, message: `not read: $ref ${ref} leaves the text that was given` }))
}

/** Creates the Document of parsed files. `$ref`s and positions are resolved on demand, without walking the description. */
export function assemble({ name, main, externals = new Map(), flaws = [], etag = '' }: Sources): Document {
  const root = mount(main, externals)
  const dialect = dialectOf(main)
  const locateMain = locator(main)
  const locateExternal = new Map([...externals].map(([path, source]) => [path, locator(source)]))
  const info = own(root, 'info')
  const document: Document = {
    name,
    file: main.file,
    dialect,
    title: wordOf(own(info, 'title')),
    version: wordOf(own(info, 'version')),
    sha256: main.sha256,
    root,
    flaws: [
      ...flaws,
      ...repeatedKeysOf(main, ''),
      ...[main, ...externals.values()].flatMap(repairsIn),
      ...[...externals].flatMap(([path, source]) => repeatedKeysOf(source, mountPoint(path))),
    ],
    resolve: resolver(root),
    at: (pointer) => nodeAt(root, pointer),
    locate(pointer) {
      const tokens = pointerTokens(pointer)
      const [first, path = ''] = tokens
      const external = first === externalFiles ? locateExternal.get(path) : undefined
      return external === undefined ? locateMain(tokens) : external(tokens.slice(2))
    },
    edited: (settings) => editedDocument(document, settings),
  }
  sources.set(document, { name, main, externals, flaws, etag })
  return document
}

function repairsIn({ file, repaired }: Source): Flaw[] {
  return (repaired?.notes ?? []).map(({ line, message }) => ({ pointer: '', message: `${file}:${line}: ${message}` }))
}

function repeatedKeysOf({ scan }: Source, base: Pointer): Flaw[] {
  const message = 'skipped: duplicate key, only the last one was read'
  return (scan?.repeated ?? []).map((pointer) => ({ pointer: `${base}${pointer}`, message }))
}

const sources = new WeakMap<Document, Required<Sources>>()

export function sourcesOf(document: Document): Required<Sources> {
  const known = sources.get(document)
  if (known === undefined) throw new Error(`${document.name} was not made by parseDocument or loadDocument`)
  return known
}

export function mountPoint(path: string): Pointer {
  return joinPointer('', externalFiles, path)
}

function mount(main: Source, externals: ReadonlyMap<string, Source>): JsonObject {
  const { root } = main
  if (!isObject(root)) {
    throw toolError('NOT_A_DESCRIPTION', [main.file, kindOf(root)])
  }
  if (externals.size === 0) return root
  const files = Object.fromEntries([...externals].map(([path, source]): [string, Json] => [path, source.root]))
  // A captured bundle may already contain files.
  const existing = own(root, externalFiles)
  return { ...root, [externalFiles]: { ...(isObject(existing) ? existing : {}), ...files } }
}

function kindOf(root: Json): string {
  if (root === null) return 'it is empty'
  // Users often pass the URL of the documentation.
  if (typeof root === 'string' && /^\s*<(!doctype|html)\b/i.test(root)) return 'it is an HTML page'
  return `its root is ${Array.isArray(root) ? 'an array' : `a ${typeof root}`}`
}

function dialectOf(main: Source): Dialect {
  const openapi = own(main.root, 'openapi')
  const swagger = own(main.root, 'swagger')
  if (openapi === undefined && swagger === undefined)
    throw toolError('NOT_A_DESCRIPTION', [main.file, 'it has neither `openapi` nor `swagger`'])
  // In YAML, an unquoted `openapi: 3.1` is a number, and `3.0` is parsed as 3.
  const version = wordOf(openapi ?? swagger)
  const named = openapi === 3 ? '3.0' : /^(3\.\d+)(?:\.|-|$)/.exec(version)?.[1]
  const wanted = openapi === undefined ? /^2(\.0)?$/.test(version) && '2.0' : named
  const dialect = (Object.keys(dialects) as Dialect[]).find((one) => one === wanted)
  if (dialect !== undefined) return dialect
  const key = openapi === undefined ? 'swagger' : 'openapi'
  throw toolError('NOT_A_DESCRIPTION', [
    main.file,
    `\`${key}: ${version}\` is not supported (supported: swagger 2.0, openapi 3.0, 3.1 and 3.2)`,
  ])
}

function wordOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
