import { execFile } from 'node:child_process'
import { toolError } from '../model/errors.ts'

/** One commit that touched a file, and where the file stood then. */
export interface FileRevision {
  readonly commit: string
  /** From the root of the repository. */
  readonly path: string
  readonly subject: string
  /** ISO 8601. */
  readonly date: string
}

/** Which revisions to list. */
export interface LogOptions {
  /** From the root of the repository. */
  readonly path: string
  readonly cwd: string
  readonly since?: string
  readonly max?: number
}

/** The commits that touched a file. */
export interface FileLog {
  /** Oldest first, renames followed. */
  readonly revisions: readonly FileRevision[]
  /** Place of the first that was asked for; those before it are there to be compared with. */
  readonly start: number
  /** What came before the first is not in this clone. */
  readonly shallow: boolean
}

/** Lists the commits that touched a file. Throws GIT_FAILED. */
export async function listRevisions(options: LogOptions): Promise<FileLog> {
  const { path, since, max } = options
  const address = `git:${path}`
  if (path === '') throw toolError('GIT_FAILED', [address, 'it names no file'])
  const root = (await git(['rev-parse', '--show-toplevel'], options.cwd, address)).replace(/\r?\n$/, '')
  const format = '--format=%x1e%H%x1f%cI%x1f%s'
  // Along the main line a merge is one step; commits of two branches side by side would undo each other.
  const steps = ['--follow', '--first-parent', '-m', '--name-only', '-z', '--no-show-signature', '--no-color', format]
  const log = ['--literal-pathspecs', 'log', ...steps, 'HEAD', '--', path]
  const revisions = readLog(await git(log, root, address)).reverse()
  if (revisions.length === 0) throw toolError('GIT_FAILED', [address, 'no commit touches it'])
  const from = since === undefined ? 0 : await firstAfter(revisions, since, root, address)
  const start = Math.max(from, max === undefined ? 0 : revisions.length - max, 0)
  const shallow = (await git(['rev-parse', '--is-shallow-repository'], root, address)).trim() === 'true'
  return { revisions, start, shallow }
}

/** Parts end with NUL, which no subject and no path can hold: a commit's facts, then its file after a line break. */
function readLog(text: string): FileRevision[] {
  const revisions: FileRevision[] = []
  let facts: Omit<FileRevision, 'path'> | undefined
  for (const part of text.split('\0')) {
    const [head, date, ...subject] = part.split('\u001f')
    if (part.startsWith('\u001e') && head !== undefined && date !== undefined) {
      facts = { commit: head.slice(1), date, subject: subject.join('\u001f') }
    } else if (part.startsWith('\n') && facts !== undefined) {
      revisions.push({ ...facts, path: part.slice(1) })
      facts = undefined
    }
  }
  return revisions
}

/** The place of the first commit that a revision does not contain; the end when it contains them all. */
async function firstAfter(all: readonly FileRevision[], since: string, root: string, address: string): Promise<number> {
  const known = await git(
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${since}^{commit}`],
    root,
    `${address} since ${since}`,
  )
  const later = new Set((await git(['rev-list', `${known.trim()}..HEAD`], root, address)).split('\n'))
  const first = all.findIndex(({ commit }) => later.has(commit))
  return first < 0 ? all.length : first
}

function git(args: readonly string[], cwd: string, address: string): Promise<string> {
  return new Promise((done, fail) => {
    execFile('git', args, { cwd, maxBuffer: 256 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error === null) return done(stdout)
      const said = stderr
        .trim()
        .split('\n', 1)[0]
        ?.replace(/^fatal: |\.$/g, '')
      fail(toolError('GIT_FAILED', [address, said || reasonOf(error)], error))
    })
  })
}

function reasonOf(error: Error): string {
  if ('code' in error && error.code === 'ENOENT') return 'git cannot be started here'
  return 'code' in error && error.code === 1 ? 'there is no such revision' : error.message
}
