// What loads the files of the build. Nothing else is loaded before, so it imports nothing of ours but its neighbours.
import { readFileSync, statSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { cachedDataVersionTag } from 'node:v8'
import { Script } from 'node:vm'
import { onKeepCode } from '../files/keep-code.ts'
import { type InstalledRunner, installedRunner, type RunnerFacts } from './bundled-runner.ts'
import { cacheFolder } from './cache-folder.ts'
import { type CodeCache, type LoadedChunk, openCodeCache } from './code-cache.ts'

/** A hash of all chunks, which the build puts in: V8 recognises a source by its length alone. Empty when it is not built. */
declare const buildHash: string
/** What the build bundled of vitest. */
declare const runnerFacts: RunnerFacts

const { Module, createRequire, enableCompileCache } = module as typeof module & {
  // From Node 22.8 on.
  readonly enableCompileCache?: (folder: string) => unknown
}

/** Modules by the names they are imported by: ES modules that CommonJS cannot load by itself. */
type Given = Readonly<Record<string, unknown>>

type Require = ((id: string) => unknown) & {
  readonly load: (id: string) => Promise<unknown>
  readonly meta: InstalledRunner['meta']
}

type Compiled = (exports: unknown, require: Require, module: NodeModule, filename: string, folder: string) => void

const folder = import.meta.dirname
const outside = createRequire(import.meta.filename)
/** Node's own, so that an ES module that imports a chunk gets the one that is loaded. */
const modules = outside.cache
const loaded = new Map<string, LoadedChunk>()
const given = new Map<string, unknown>()
let cache: CodeCache | undefined
let runner: InstalledRunner | undefined
let isNew = false
let tag = 0

/**
 * Loads a chunk, and what it requires, with the code that V8 compiled of it in an earlier run of the same command; a run that compiles
 * something writes it at its end. Without a cache, whatever is wrong with it, everything is compiled. `esModules` are imported before.
 */
export function startChunk(name: string, command: string, esModules: readonly string[] = []): void {
  const kept = privateFolder()
  cache = kept === undefined ? undefined : openCodeCache(kept, command)
  tag = cachedDataVersionTag()
  onKeepCode(keep, kept)
  process.once('exit', (code) => {
    // What could not check did not run to its end, and a mistyped command is none.
    if (Number(process.exitCode ?? code) < 2) keep()
  })
  if (esModules.length === 0) loadChunk(name)
  else
    Promise.all(esModules.map(async (id) => given.set(id, await import(id)))).then(() => {
      loadChunk(name)
    })
}

function keep(): void {
  // Code of two sets of V8's flags, which a config may set, is none that a run can use.
  if (!isNew || cachedDataVersionTag() !== tag) return
  isNew = false
  try {
    cache?.save(loaded)
  } catch {
    // The next run compiles as this one did.
  }
}

/** Loads a chunk, and what it requires, beside those that are loaded. */
export function loadChunk(name: string, esModules: Given = {}): unknown {
  for (const [id, exports] of Object.entries(esModules)) given.set(id, exports)
  const file = join(folder, name)
  const known = modules[file]
  if (known !== undefined) return known.exports
  const made = new Module(file) as NodeModule
  made.filename = file
  modules[file] = made
  try {
    compile(name, file).call(made.exports, made.exports, require, made, file, folder)
  } catch (error) {
    delete modules[file]
    throw error
  }
  made.loaded = true
  return made.exports
}

function privateFolder(): string | undefined {
  try {
    const kept = cacheFolder(buildHash, process.env)
    // What is not bundled.
    if (kept !== undefined) enableCompileCache?.(join(kept, 'node'))
    return kept
  } catch {
    return undefined
  }
}

function compile(name: string, file: string): Compiled {
  const { size, mtimeMs: modified } = statSync(file)
  const cachedData = cache?.codeOf(name, { size, modified })
  const script = new Script(wrapped(readFileSync(file, 'utf8')), { filename: file, ...(cachedData && { cachedData }) })
  isNew ||= cachedData === undefined || script.cachedDataRejected === true
  loaded.set(name, { size, modified, script })
  return script.runInThisContext() as Compiled
}

function wrapped(source: string): string {
  return `(function (exports, require, module, __filename, __dirname) { ${source}\n})`
}

const require: Require = Object.assign(
  (id: string) => {
    if (id.startsWith('./')) return loadChunk(id.slice(2))
    return given.get(id) ?? outside(id)
  },
  {
    load: (id: string): Promise<unknown> =>
      id === 'vitest/node' ? loadRunner() : import(runner?.besideVite(id) ?? id),
    meta: (name: string, path: string) => {
      if (runner === undefined) throw new Error(`${name} is not bundled`)
      return runner.meta(name, path)
    },
  },
)

/** What starts vitest: the bundle, where it is of the versions that are installed. */
async function loadRunner(): Promise<unknown> {
  try {
    runner ??= installedRunner(runnerFacts, import.meta.filename)
    if (runner !== undefined) return loadChunk(runnerFacts.chunk)
  } catch {
    // Loaded as if another version were installed.
  }
  return import(runnerFacts.module)
}
