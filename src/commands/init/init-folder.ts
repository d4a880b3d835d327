import type { Dirent } from 'node:fs'
import { access, readdir } from 'node:fs/promises'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { configNames } from '../../config/load.ts'
import { readText } from '../../files/read-regular.ts'
import { envFile } from '../../init/env-text.ts'
import { withIgnored } from '../../init/files.ts'
import type { NewFile } from '../../init/new-file.ts'
import type { Ci } from '../../init/setup.ts'
import { toolError } from '../../model/errors.ts'
import { toolVersion } from '../../run/tool-version.ts'
import { isObject, own } from '../../util/json.ts'

/** Throws USAGE if the folder has a config in any format, because a second one would be ignored. */
export async function requireNoConfig(cwd: string): Promise<void> {
  const [found] = await present(cwd, configNames)
  if (found === undefined) return
  throw toolError('USAGE', [
    `${found} already exists; --force overwrites it. ` +
      `To add an API, add it under \`apis\` in this file, then run: specdrift snapshot add <api>, and a suite in suites/<api>/.`,
  ])
}

/** Throws USAGE if a file already exists. `.gitignore` and `.env` are exempt, because they are only appended to. */
export async function requireFree(cwd: string, files: readonly NewFile[]): Promise<void> {
  const found = await present(
    cwd,
    files.map(({ path }) => path).filter((path) => path !== '.gitignore' && path !== envFile),
  )
  if (found.length === 0) return
  throw toolError('USAGE', [
    `${found.join(', ')} ${found.length > 1 ? 'are' : 'is'} there already; --force overwrites.`,
  ])
}

/** Returns existing paths. Inaccessible ones count as missing; writing them will report the error. */
async function present(cwd: string, paths: readonly string[]): Promise<string[]> {
  const each = paths.map((path) =>
    access(resolve(cwd, path)).then(
      () => [path],
      () => [],
    ),
  )
  return (await Promise.all(each)).flat()
}

/** Determines how CI starts specdrift: as a project dependency if it is one. Throws FILE_UNREADABLE. */
export async function ciOf(cwd: string): Promise<Ci> {
  const manifest = await textOf(cwd, 'package.json')
  const root: unknown = manifest === undefined ? undefined : parsed(manifest)
  const listed = ['dependencies', 'devDependencies'].some(
    (key) => isObject(root) && own(own(root, key), 'specdrift') !== undefined,
  )
  const installs = listed && (await textOf(cwd, 'package-lock.json')) !== undefined
  const program = installs ? 'npx specdrift' : `npx --yes specdrift@${toolVersion()}`
  return { installs, program, folder: await folderInRepository(cwd) }
}

function parsed(manifest: string): unknown {
  try {
    return JSON.parse(manifest)
  } catch (cause) {
    throw toolError('FILE_UNREADABLE', ['package.json', 'it is not JSON'], cause)
  }
}

async function folderInRepository(cwd: string): Promise<string> {
  for (let top = resolve(cwd); ; top = dirname(top)) {
    if ((await present(top, ['.git'])).length > 0) return relative(top, cwd).replaceAll(sep, '/')
    if (dirname(top) === top) return ''
  }
}

/** Returns `.gitignore` with missing entries added. Throws FILE_UNREADABLE. */
export async function ignoring(cwd: string): Promise<readonly NewFile[]> {
  const text = withIgnored((await textOf(cwd, '.gitignore')) ?? '')
  return text === undefined ? [] : [{ path: '.gitignore', text, what: 'keeps reports and secrets out of git' }]
}

/** Reads a file of the project. Returns undefined if it doesn't exist. Throws FILE_UNREADABLE. */
export async function textOf(cwd: string, file: string): Promise<string | undefined> {
  try {
    return await readText(resolve(cwd, file))
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw toolError('FILE_UNREADABLE', [file, cause instanceof Error ? cause.message : String(cause)], cause)
  }
}

/** Converts a path within the folder to a relative one with slashes, so that it works in other checkouts. Other addresses are unchanged. */
export function portable(cwd: string, source: string): string {
  const inside = isAbsolute(source) ? relative(cwd, source) : source
  return inside.startsWith('..') || isAbsolute(inside) ? source : inside.replaceAll(sep, '/')
}

/** Finds files that look like descriptions in a folder and one level below. */
export async function descriptionsNear(cwd: string): Promise<readonly string[]> {
  const here = await readdir(cwd, { withFileTypes: true }).catch(() => [])
  const below = here
    .filter(
      (entry) => entry.isDirectory() && !/^\.|^(node_modules|reports|history|dist|build|coverage)$/.test(entry.name),
    )
    .map(async ({ name }) => {
      const entries = await readdir(resolve(cwd, name), { withFileTypes: true }).catch(() => [])
      return entries.filter(isDescription).map((entry) => `${name}/${entry.name}`)
    })
  return [...here.filter(isDescription).map(({ name }) => name), ...(await Promise.all(below)).flat()].sort()
}

function isDescription(entry: Dirent): boolean {
  return entry.isFile() && /^(openapi|swagger|api-docs)([._-][\w.-]*)?\.(ya?ml|json)$/i.test(entry.name)
}
