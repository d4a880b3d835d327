// Where compiled code is kept between runs. What is read from there is run, so it is a folder that nobody else can write to.
import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, type Stats, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { cachedDataVersionTag } from 'node:v8'

/** Builds, and versions of Node, whose code is kept: those written last. */
const mostKept = 8
const nameOfKept = /^[0-9a-f]{16}-v\d/

/**
 * The folder for the code of a build as this Node compiles it, made where it is missing. NODE_COMPILE_CACHE names it and
 * NODE_DISABLE_COMPILE_CACHE turns it off, as for Node's own compile cache; else it is in the user's folder for caches (XDG Base Directory
 * Specification on Linux). Undefined, or an error of the file system, where there is none that is ours alone.
 */
export function cacheFolder(build: string, env: NodeJS.ProcessEnv): string | undefined {
  if (env.NODE_DISABLE_COMPILE_CACHE) return undefined
  const given = env.NODE_COMPILE_CACHE
  const all = join(given || ofUser(env), 'specdrift')
  const { arch, platform, version } = process
  const folder = join(all, `${build}-${version}-${platform}-${arch}-${cachedDataVersionTag().toString(16)}`)
  if (!existsSync(folder)) {
    // By `sudo` the home is somebody else's, who could not write to what is made there.
    if (!given && !isOwn(statSync(existing(all)))) return undefined
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    removeOldest(all, folder)
  }
  return [all, folder].every(isPrivate) ? folder : undefined
}

function ofUser(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32') return env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches')
  // A relative path is to be ignored.
  const { XDG_CACHE_HOME: given = '' } = env
  return isAbsolute(given) ? given : join(homedir(), '.cache')
}

function existing(path: string): string {
  return existsSync(path) ? path : existing(dirname(path))
}

function isPrivate(folder: string): boolean {
  const facts = lstatSync(folder)
  return facts.isDirectory() && isOwn(facts)
}

/** Whether a file or folder is the user's, and only the user can write to it. Windows keeps the folders of users apart itself. */
export function isOwn({ uid, mode }: Stats): boolean {
  const user = process.geteuid?.()
  return user === undefined || (uid === user && (mode & 0o022) === 0)
}

/** Two versions in use do not push each other out; older ones do not pile up. */
function removeOldest(all: string, made: string): void {
  const kept = readdirSync(all)
    .filter((name) => nameOfKept.test(name))
    .map((name) => ({ folder: join(all, name), at: lstatSync(join(all, name)).mtimeMs }))
    .filter(({ folder }) => folder !== made)
    .sort((a, b) => b.at - a.at)
  for (const { folder } of kept.slice(mostKept - 1)) rmSync(folder, { recursive: true, force: true })
}
