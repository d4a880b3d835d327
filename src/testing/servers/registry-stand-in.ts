import { spawn } from 'node:child_process'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { listen } from './loopback.ts'

/** Members of package.json that npm reads from the registry before installing. */
const installing = ['name', 'version', 'bin', 'os', 'cpu', 'libc'] as const
/** Additional members, for installing dependencies. */
const dependent = ['dependencies', 'optionalDependencies', 'peerDependencies', 'peerDependenciesMeta'] as const

interface Package {
  readonly manifest: Readonly<Record<string, unknown>>
  /** Sends the package's archive. */
  readonly send: (response: ServerResponse) => void
}

/** Loopback npm registry with locally installed packages and one archive of our own. */
export interface RegistryStandIn {
  readonly url: string
  close(): Promise<void>
}

/**
 * Starts the registry with the package versions that the lockfiles of `roots` installed. `archive` is our own package, the first root.
 * Without `withDependencies`, packages list no dependencies, which takes npm one second instead of twenty.
 */
export async function startRegistry(
  roots: readonly [string, ...string[]],
  archive: string,
  withDependencies: boolean,
): Promise<RegistryStandIn> {
  const fields = withDependencies ? [...installing, ...dependent] : installing
  const byName = installedPackages(roots)
  const own = JSON.parse(readFileSync(join(roots[0], 'package.json'), 'utf8'))
  byName.set(own.name, [{ manifest: own, send: (response) => createReadStream(archive).pipe(response) }])
  const server = createServer((request, response) => {
    const [name = '', version] = decodeURIComponent(request.url?.slice(1) ?? '').split('/-/')
    const versions = byName.get(name) ?? []
    if (version !== undefined) {
      const found = versions.find(({ manifest }) => manifest.version === version)
      if (found !== undefined) return found.send(response)
    }
    if (versions.length === 0 || version !== undefined) return response.writeHead(404).end('{}')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(documentOf(name, versions, fields, `http://127.0.0.1:${port}`)))
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** Returns a package's registry document ("packument") with the fields that npm reads. */
function documentOf(name: string, packages: readonly Package[], members: readonly string[], origin: string): object {
  const versions = packages.map(({ manifest }) => {
    const fields = members.flatMap((field) => (manifest[field] === undefined ? [] : [[field, manifest[field]]]))
    const tarball = `${origin}/${encodeURIComponent(name)}/-/${manifest.version}`
    return [manifest.version, { ...Object.fromEntries(fields), dist: { tarball } }] as const
  })
  return { name, 'dist-tags': { latest: versions[0]?.[0] }, versions: Object.fromEntries(versions) }
}

/** Returns installed packages by name, top-level versions first. */
function installedPackages(roots: readonly string[]): Map<string, Package[]> {
  const byName = new Map<string, Package[]>()
  for (const folder of roots.flatMap(lockedFolders)) {
    // Lockfiles contain packages for other platforms, which are not installed.
    if (!existsSync(join(folder, 'package.json'))) continue
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const versions = byName.get(manifest.name) ?? []
    if (versions.some((each) => each.manifest.version === manifest.version)) continue
    byName.set(manifest.name, [...versions, { manifest, send: (response) => packInto(folder, manifest, response) }])
  }
  return byName
}

/** Returns package folders listed in a lockfile, top-level ones first. */
function lockedFolders(root: string): readonly string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { readonly inBundle?: boolean }>>
  }
  const paths = Object.keys(packages).filter((path) => path !== '' && packages[path]?.inBundle !== true)
  return paths.toSorted((one, other) => one.length - other.length).map((path) => join(root, path))
}

function packInto(folder: string, manifest: Package['manifest'], response: ServerResponse): void {
  const nested = manifest.bundleDependencies === undefined ? ['--exclude=./node_modules'] : []
  const tar = spawn('tar', ['-c', ...nested, '--transform=s,^\\.,package,', '-C', folder, '.'])
  tar.stdout.pipe(response)
}
