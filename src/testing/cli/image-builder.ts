import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'

export interface Ended {
  readonly code: number
  readonly output: string
}

/** Returns true if images can be built and run without a daemon, which needs root, `buildah` and `unshare`. */
export function canBuildImages(): boolean {
  return process.getuid?.() === 0 && ['buildah', 'unshare'].every((name) => spawnSync(name, ['--version']).status === 0)
}

/** Image configuration as shown by `docker inspect`. */
export interface ImageConfig {
  readonly User: string
  readonly WorkingDir: string
  readonly Entrypoint: readonly string[]
  readonly Labels: Readonly<Record<string, string>>
}

/** Image store in a separate folder. */
export interface ImageBuilder {
  build(tag: string, context: string, dockerfile?: string): Promise<Ended>
  configOf(tag: string): Promise<ImageConfig>
  /** Mounts an image and returns the path. */
  filesOf(tag: string): Promise<string>
  close(): Promise<void>
}

/** Creates an empty image store in a folder. */
export function openImageBuilder(folder: string): ImageBuilder {
  const store = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')]
  const buildah = (...argv: readonly string[]) => ended('buildah', [...store, ...argv])
  // chroot isolation shares this machine's network, where the test's registry listens.
  const options = ['bud', '--isolation=chroot', '--pull-never', '--format=docker']
  return {
    build: (tag, context, dockerfile = join(context, 'Dockerfile')) =>
      buildah(...options, '-f', dockerfile, '-t', tag, context),
    configOf: async (tag) => JSON.parse((await buildah('inspect', '--type=image', tag)).output).Docker.config,
    filesOf: async (tag) => {
      const container = (await buildah('from', '--pull-never', tag)).output.trim()
      return (await buildah('mount', container)).output.trim()
    },
    close: async () => {
      await buildah('rm', '--all')
      await buildah('rmi', '--all', '--force')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Host files and folders visible in a container, by path in the container. */
export interface Mounts {
  readonly readOnly?: Readonly<Record<string, string>>
  readonly writable?: Readonly<Record<string, string>>
}

/** Runs the entry point of an image as its user, with a read-only root except /tmp. */
export function runImage(
  files: string,
  config: ImageConfig,
  argv: readonly string[],
  mounts: Mounts = {},
): Promise<Ended> {
  const lines = ['set -e', `mount --rbind ${files} ${files}`]
  for (const name of ['proc', 'dev', 'tmp']) mkdirSync(join(files, name), { recursive: true })
  const all = [...Object.entries(mounts.readOnly ?? {}), ...Object.entries(mounts.writable ?? {})]
  for (const [target, source] of all) {
    lines.push(`[ -d ${source} ] && mkdir -p ${files}${target} || touch ${files}${target}`)
    lines.push(`mount --bind ${source} ${files}${target}`)
  }
  lines.push(`mount -t proc proc ${files}/proc`, `mount --bind /dev ${files}/dev`, `mount -t tmpfs tmpfs ${files}/tmp`)
  for (const target of ['', ...Object.keys(mounts.readOnly ?? {})])
    lines.push(`mount -o remount,bind,ro ${files}${target}`)
  const passwd = readFileSync(join(files, 'etc/passwd'), 'utf8')
  const uid = new RegExp(`^${config.User}:[^:]*:(\\d+):`, 'm').exec(passwd)?.[1]
  lines.push(`exec unshare --root=${files} --wd=${config.WorkingDir} --setgid=${uid} --setuid=${uid} "$@"`)
  return ended('unshare', ['--mount', 'sh', '-c', lines.join('\n'), 'sh', ...config.Entrypoint, ...argv], {
    PATH: process.env.PATH ?? '',
  })
}

function ended(program: string, argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Ended> {
  return new Promise((done) => {
    execFile(program, argv, { env, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code ?? -1), output: `${stdout}${stderr}` })
    })
  })
}

/** Parts of the C library that native packages load. Real base images contain the whole library. */
const libraries = ['librt.so.1', 'libresolv.so.2']

/** Creates a root file system with programs of this machine and their libraries. */
export function makeRoot(folder: string, programs: Readonly<Record<string, string>>): void {
  const loaded = new Set<string>()
  for (const [target, source] of Object.entries(programs)) {
    copy(source, join(folder, target))
    for (const [, library = ''] of execFileSync('ldd', [source], { encoding: 'utf8' }).matchAll(/(\/\S+) \(0x/g))
      loaded.add(library)
  }
  const libc = [...loaded].find((library) => library.endsWith('/libc.so.6')) ?? ''
  for (const library of [...loaded, ...libraries.map((name) => join(dirname(libc), name))])
    if (existsSync(library)) copy(library, join(folder, library))
  mkdirSync(join(folder, 'tmp'), { recursive: true })
  chmodSync(join(folder, 'tmp'), 0o1777)
  mkdirSync(join(folder, 'etc'), { recursive: true })
  const users = ['root:x:0:0:root:/root:/sbin/nologin', 'nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin']
  writeFileSync(join(folder, 'etc/passwd'), `${users.join('\n')}\n`)
  writeFileSync(join(folder, 'etc/group'), 'root:x:0:\nnonroot:x:65532:\n')
}

function copy(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true })
  cpSync(realpathSync(source), target)
}
