import { createReadStream, type Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { toolError } from '../../../model/errors.ts'
import { byText } from '../../../util/text.ts'
import { bodyName } from './attached.ts'

/** A recording to read. */
export interface Source {
  /** Name as given, or `stdin`. */
  readonly name: string
  /** Stored bytes; unknown for a stream. */
  readonly size?: number
  /** Folder of the file; unknown for a stream. */
  readonly folder?: string
  /** Stored data. Files are opened on the first read. */
  readonly bytes: AsyncIterable<Uint8Array>
}

/** Bytes per read. */
const chunkSize = 1 << 20

/** Returns the files named by paths, folders and globs, sorted and unique; `-` is standard input. Throws FILE_NOT_FOUND. */
export async function sourcesOf(
  paths: readonly string[],
  cwd: string,
  stdin: AsyncIterable<Uint8Array | string>,
): Promise<readonly Source[]> {
  const files = new Set<string>()
  const streams: Source[] = []
  for (const path of paths) {
    if (path === '-') streams.push({ name: 'stdin', bytes: bytesOf(stdin) })
    else for (const file of await filesOf(path, cwd)) files.add(file)
  }
  const sources = await Promise.all([...files].sort(byText).map((file) => sourceOf(file, cwd)))
  return [...sources, ...streams.slice(0, 1)]
}

async function sourceOf(file: string, cwd: string): Promise<Source> {
  const { size } = await stat(file)
  const name = (relative(cwd, file) || basename(file)).replaceAll('\\', '/')
  return { name, size, folder: dirname(file), bytes: readFile(file) }
}

async function* readFile(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file, { highWaterMark: chunkSize })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw toolError('FILE_UNREADABLE', [basename(file), reason], error)
  }
}

async function* bytesOf(stream: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
}

async function filesOf(path: string, cwd: string): Promise<readonly string[]> {
  const whole = resolve(cwd, path)
  const facts = await stat(whole).catch(() => undefined)
  if (facts?.isFile()) return [whole]
  if (facts?.isDirectory()) return filesBelow(whole, () => true)
  if (facts !== undefined) throw toolError('FILE_UNREADABLE', [path, 'it is no regular file'])
  const found = /[*?[{]/.test(path) ? await globbed(whole) : []
  if (found.length === 0) throw toolError('NO_RECORDING', [path])
  return found
}

async function globbed(pattern: string): Promise<readonly string[]> {
  const parts = pattern.replaceAll('\\', '/').split('/')
  const magic = parts.findIndex((part) => /[*?[{]/.test(part))
  const folder = parts.slice(0, magic).join('/') || '/'
  const matches = patternOf(parts.slice(magic).join('/'))
  return filesBelow(folder, (name) => matches.test(name))
}

/** Converts `**`, `*`, `?`, `[a-z]` and `{a,b}` to a regular expression for names relative to the folder. */
function patternOf(glob: string): RegExp {
  const source = glob.replaceAll(/\*\*\/?|[*?]|\[[^\]/]+\]|\{[^{}/]*\}|[.+^$()|\\[\]{}]/g, (token) => {
    if (token === '**/') return '(?:.*/)?'
    if (token === '**') return '.*'
    if (token === '*') return '[^/]*'
    if (token === '?') return '[^/]'
    if (token.length > 1 && token.startsWith('[')) return token
    if (token.length > 1 && token.startsWith('{'))
      return `(?:${token
        .slice(1, -1)
        .split(',')
        .map((each) => each.replaceAll(/[.+^$()|\\[\]*?]/g, '\\$&'))
        .join('|')})`
    return `\\${token}`
  })
  return new RegExp(`^${source}$`)
}

async function filesBelow(folder: string, isWanted: (name: string) => boolean): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const withHar = new Set(
    entries.filter(({ name }) => /\.har(?:\.gz|\.zst)?$/i.test(name)).map((har) => har.parentPath),
  )
  // Body files next to a HAR belong to it.
  const isBody = ({ name, parentPath }: Dirent): boolean => bodyName.test(name) && withHar.has(parentPath)
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !isBody(entry))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => isWanted(relative(folder, file).replaceAll('\\', '/')))
    .sort(byText)
}
