import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { build } from 'rolldown'
import { parseAst } from 'rolldown/parseAst'
import { Visitor } from 'rolldown/utils'
import type { Plugin } from 'vitest/config'

interface PrebuiltOptions {
  /** Folder of package.json. */
  readonly root: string
  /** File by package name under which it is imported. */
  readonly alias: Readonly<Record<string, string>>
}

/** Number of older builds to keep, because another run may still load one. */
const kept = 4

/**
 * Vite plugin that lets Node load `src` modules and tests directly, transpiled once for all workers. Vite's module runner would request each
 * module per worker and access imports through getters.
 */
export function prebuilt({ root, alias }: PrebuiltOptions): Plugin {
  const src = join(root, 'src')
  const folder = join(root, 'node_modules/.cache/specdrift-tests')
  let out: string | undefined
  return {
    name: 'specdrift:prebuilt',
    enforce: 'pre',
    async configureVitest({ vitest }) {
      // In watch mode, Vite transpiles edited files.
      if (vitest.config.watch) return
      const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(isModule).sort()
      const dir = join(folder, hashOf([join(root, 'tsconfig.json'), ...files.map((file) => join(src, file))]))
      if (existsSync(dir)) utimesSync(dir, new Date(), new Date())
      else await translate(files, dir, { root, alias })
      removeOld(folder)
      out = dir
    },
    load(id) {
      if (out === undefined || !id.startsWith(src) || !isModule(id)) return undefined
      if (/\.test\.tsx?$/.test(id) && ofVite.test(readFileSync(id, 'utf8'))) return undefined
      const module = JSON.stringify(join(out, nameOf(relative(src, id))))
      return `export * from ${module}\nimport * as all from ${module}\nexport default all.default`
    },
  }
}

const isModule = (name: string): boolean => /(?<!\.d)\.tsx?$/.test(name)
/** Matches tests that need Vite: it locates inline snapshots and hoists mocks. */
const ofVite = /InlineSnapshot\(|\bvi\.(?:mock|hoisted)\(/
const nameOf = (file: string): string => file.replace(/\.tsx?$/, '.mjs')

function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

/** Transpiles each module of `src`, all or none. */
async function translate(files: readonly string[], out: string, { root, alias }: PrebuiltOptions): Promise<void> {
  const src = join(root, 'src')
  const dir = `${out}.${process.pid}`
  await build({
    cwd: root,
    platform: 'node',
    tsconfig: join(root, 'tsconfig.json'),
    logLevel: 'silent',
    treeshake: false,
    input: Object.fromEntries(files.map((file) => [file.replace(/\.tsx?$/, ''), join(src, file)])),
    resolve: { alias },
    external: (id) => !/^[./]/.test(id) && !Object.hasOwn(alias, id),
    plugins: [{ name: 'locations', renderChunk: (code, { facadeModuleId: file }) => file && located(code, file) }],
    output: {
      dir,
      format: 'esm',
      preserveModules: true,
      preserveModulesRoot: src,
      entryFileNames: '[name].mjs',
      sourcemap: true,
    },
  })
  try {
    renameSync(dir, out)
  } catch {
    // Another run created the folder first.
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Replaces `import.meta` members by those of the source file. */
function located(code: string, file: string): string {
  const values: Record<string, string> = { dirname: dirname(file), filename: file, url: pathToFileURL(file).href }
  const found: { readonly start: number; readonly end: number; readonly value: string }[] = []
  if (code.includes('import.meta.')) {
    const visitor = new Visitor({
      MemberExpression({ object, property, start, end }) {
        const value = property.type === 'Identifier' ? values[property.name] : undefined
        if (object.type === 'MetaProperty' && value !== undefined) found.push({ start, end, value })
      },
    })
    visitor.visit(parseAst(code))
  }
  return found
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, value }) => text.slice(0, start) + JSON.stringify(value) + text.slice(end), code)
}

function removeOld(folder: string): void {
  const all = readdirSync(folder).map((name) => join(folder, name))
  const age = new Map(all.map((path) => [path, statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0]))
  const oldest = all.sort((a, b) => (age.get(b) ?? 0) - (age.get(a) ?? 0)).slice(kept + 1)
  for (const path of oldest) rmSync(path, { recursive: true, force: true })
}
