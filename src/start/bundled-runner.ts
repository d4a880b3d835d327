// vitest, Vite and rolldown as the build put them into few files, where those that are installed are the same versions.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What the build says of its bundle; see `.ci/bundle-runner.mjs`. */
export interface RunnerFacts {
  /** What is bundled, as it is imported. */
  readonly module: string
  readonly chunk: string
  readonly versions: Readonly<Record<'vitest' | 'vite' | 'rolldown', string>>
  /** Packages that are not in the bundle: those beside Vite are loaded. */
  readonly beside: readonly string[]
}

/** The packages that are installed, for which the bundle stands. */
export interface InstalledRunner {
  /** Where a module is that is not in the bundle; undefined for one that is not of its packages. */
  besideVite(id: string): string | undefined
  /** `import.meta` of a file of a package. */
  meta(name: string, path: string): Meta
}

/** What the modules of the bundle use of `import.meta`. */
export interface Meta {
  readonly url: string
  readonly filename: string
  readonly dirname: string
  resolve(id: string, from?: string): string
}

type Resolver = ReturnType<typeof createRequire>

/**
 * The vitest that a file gets, with its Vite and the rolldown of that; undefined where a version is another one than the bundle's. The
 * suites' thread loads what is installed, and how its side and the main thread's talk is vitest's own affair.
 */
export function installedRunner({ versions, beside }: RunnerFacts, file: string): InstalledRunner | undefined {
  const vitest = packageSeen(createRequire(file), 'vitest')
  const vite = packageSeen(vitest.require, 'vite')
  const rolldown = packageSeen(vite.require, 'rolldown')
  const isSame = [vitest, vite, rolldown].every(({ name, version }) => version === versions[name])
  if (!isSame) return undefined
  const folders = new Map<string, string>([vitest, vite, rolldown].map(({ name, folder }) => [name, folder]))
  return {
    besideVite: (id) =>
      beside.some((name) => id === name || id.startsWith(`${name}/`))
        ? pathToFileURL(vite.require.resolve(id)).href
        : undefined,
    // Of a package that only others find, nothing but the folder it is under matters.
    meta: (name, path) => metaOf(join(folders.get(name) ?? folderOf(vitest.require, name) ?? vitest.folder, path)),
  }
}

function packageSeen<Name extends string>(by: Resolver, name: Name) {
  const file = by.resolve(`${name}/package.json`)
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version?: string }
  return { name, version, folder: dirname(file), require: createRequire(file) }
}

/** Where a package is that does not show its `package.json`. */
function folderOf(by: Resolver, name: string): string | undefined {
  return by.resolve
    .paths(name)
    ?.map((path) => join(path, name))
    .find((folder) => existsSync(folder))
}

function metaOf(filename: string): Meta {
  const { href: url } = pathToFileURL(filename)
  return {
    ...{ url, filename, dirname: dirname(filename) },
    resolve(id, from = url) {
      const found = createRequire(from).resolve(id)
      return isAbsolute(found) ? pathToFileURL(found).href : found
    },
  }
}
