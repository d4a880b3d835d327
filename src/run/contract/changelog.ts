import { execFile } from 'node:child_process'
import { posix } from 'node:path'
import { loadDocument } from '../../description/reading/load.ts'
import { sourcesOf } from '../../description/reading/parse.ts'
import { defaultMaxBytes } from '../../description/reading/parse-text.ts'
import { readGit } from '../../description/reading/read-file.ts'
import { mayLeaveFile } from '../../description/references/references.ts'
import { listSnapshots } from '../../description/snapshots/store.ts'
import { ToolError, toolError } from '../../model/errors.ts'
import type { Report } from '../../model/report.ts'
import { allLedgers, withObserved } from '../live/contract/observed.ts'
import type { PreviousRuns } from '../live/previous-runs.ts'
import type { JudgeOptions } from './diff.ts'
import { tellHistory } from './history.ts'

export interface ChangelogOptions extends JudgeOptions {
  readonly api: string
  readonly cwd: string
  readonly specsDir: string
  /** Results of live runs, which show which changes were observed. */
  readonly previous?: PreviousRuns
}

/** Compares each snapshot of an API with its predecessor, oldest first. Throws for an unreadable snapshot. */
export async function buildChangelog(options: ChangelogOptions): Promise<Report> {
  const { api, cwd, specsDir, previous } = options
  const revisions = (await listSnapshots(specsDir, api, cwd)).map((snapshot) => {
    const name = `${api}@${snapshot.id}`
    return { ...snapshot, name, load: () => loadDocument(name, { cwd, specsDir }) }
  })
  if (previous === undefined) return tellHistory(revisions, options)
  const ledgers = allLedgers(previous)
  return tellHistory(revisions, {
    ...options,
    observe: (findings, published) => {
      const isCounted = previous.statistics?.sha256 === published.sha256
      return withObserved(findings, ledgers, {
        published,
        statistics: isCounted ? previous.statistics?.statistics : undefined,
      })
    },
  })
}

export interface GitChangelogOptions extends JudgeOptions {
  /** Path relative to the repository root. */
  readonly path: string
  /** A folder in the repository. */
  readonly cwd: string
  /** Only commits after this revision. */
  readonly since?: string
  /** Maximum number of commits, latest first. */
  readonly max?: number
}

/** Compares committed versions, following renames and including referenced files. Throws GIT_FAILED. */
export async function buildGitChangelog(options: GitChangelogOptions): Promise<Report> {
  const { cwd } = options
  const { revisions, start, shallow } = await listRevisions({
    ...options,
    filesAt: (revision, path) => filesAt(revision, path, cwd),
  })
  const load = ({ commit, path }: FileRevision) => loadDocument(`git:${commit}:${path}`, { cwd })
  const first = await lastReadable(revisions, start, load)
  const cut = { what: 'older revisions', because: 'the clone is shallow: fetch the whole history to see them' }
  return tellHistory(
    revisions.slice(first).map((revision) => ({
      name: revision.commit.slice(0, 8),
      title: revision.subject,
      capturedAt: revision.date,
      load: () => load(revision),
    })),
    { ...options, skipUnreadable: true, skipUnchanged: true, notChecked: shallow && first === 0 ? [cut] : [] },
  )
}

async function lastReadable(
  revisions: readonly FileRevision[],
  start: number,
  load: (revision: FileRevision) => Promise<unknown>,
): Promise<number> {
  for (let at = start - 1; at > 0; at--) {
    const revision = revisions[at]
    // Unreadable revisions are reported with the history.
    if (
      revision !== undefined &&
      (await load(revision).then(
        () => true,
        () => false,
      ))
    )
      return at
  }
  return 0
}

/** An unreadable description is reported with the history. */
async function filesAt(revision: string, path: string, cwd: string): Promise<readonly string[] | undefined> {
  try {
    const text = await readGit(revision, path, cwd, defaultMaxBytes)
    if (!mayLeaveFile(Buffer.from(text).toString('utf8'))) return [path]
    const { externals } = sourcesOf(await loadDocument(`git:${revision}:${path}`, { cwd }))
    return [path, ...[...externals.values()].map(({ file }) => file.replace(`git:${revision}:`, ''))]
  } catch (error) {
    if (error instanceof ToolError) return undefined
    throw error
  }
}

interface FileRevision {
  readonly commit: string
  /** Relative to the repository root. */
  readonly path: string
  readonly subject: string
  /** ISO 8601. */
  readonly date: string
}

interface LogOptions {
  /** Relative to the repository root. */
  readonly path: string
  readonly cwd: string
  readonly since?: string
  readonly max?: number
  /** Returns all files of the description at a revision, relative to the repository root; undefined if unknown. */
  filesAt(revision: string, path: string): Promise<readonly string[] | undefined>
}

interface FileLog {
  /** Oldest first, following renames of the main file. */
  readonly revisions: readonly FileRevision[]
  /** Index of the first requested revision; earlier ones only serve as its base. */
  readonly start: number
  /** The clone lacks the history before the first revision. */
  readonly shallow: boolean
}

/** Lists the commits that touched a file or the files it referenced at that time. Throws GIT_FAILED. */
async function listRevisions(options: LogOptions): Promise<FileLog> {
  const { path, since, max } = options
  const address = `git:${path}`
  if (path === '') throw toolError('GIT_FAILED', [address, 'it names no file'])
  const root = (await git(['rev-parse', '--show-toplevel'], options.cwd, address)).replace(/\r?\n$/, '')
  const main = await log(['--follow'], [path], root, address)
  if (main.length === 0) throw toolError('GIT_FAILED', [address, 'no commit touches it'])
  // References never leave the description's folder.
  const folders = [...new Set(main.map(({ files }) => posix.dirname(files[0] ?? path)))]
  const all = await log(['--no-renames'], folders.includes('.') ? [] : folders, root, address)
  const revisions = (await ofDescription(main, all, options)).reverse()
  const from = since === undefined ? 0 : await firstAfter(revisions, since, root, address)
  const start = Math.max(from, max === undefined ? 0 : revisions.length - max, 0)
  const shallow = (await git(['rev-parse', '--is-shallow-repository'], root, address)).trim() === 'true'
  return { revisions, start, shallow }
}

/** Selects commits that touch the main file or a file it referenced right after the commit, newest first. */
async function ofDescription(
  main: readonly Commit[],
  all: readonly Commit[],
  { filesAt }: LogOptions,
): Promise<FileRevision[]> {
  const found: FileRevision[] = []
  const eras = main.map(({ commit, files: [path = ''] }) => ({ commit, path }))
  let era = 0
  let files = new Set<string>(await filesAt('HEAD', eras[0]?.path ?? ''))
  for (const { files: touched, ...facts } of all) {
    const now = eras[era]
    if (now === undefined) break
    if (facts.commit === now.commit) era++
    else if (!touched.some((file) => files.has(file))) continue
    found.push({ ...facts, path: now.path })
    const before = eras[era]
    const earlier = before && (await filesAt(`${facts.commit}^`, before.path))
    if (earlier !== undefined) files = new Set(earlier)
  }
  return found
}

interface Commit extends Omit<FileRevision, 'path'> {
  readonly files: readonly string[]
}

/** Lists commits, newest first. Merges count as one step, because interleaved commits of two branches would undo each other. */
async function log(
  flags: readonly string[],
  paths: readonly string[],
  root: string,
  address: string,
): Promise<Commit[]> {
  const format = '--format=%x1e%H%x1f%cI%x1f%s'
  const steps = ['--first-parent', '-m', '--name-only', '-z', '--no-show-signature', '--no-color', format]
  return readLog(await git(['--literal-pathspecs', 'log', ...flags, ...steps, 'HEAD', '--', ...paths], root, address))
}

/** Parses the log. Fields end with NUL, which can't occur in subjects and paths. */
function readLog(text: string): Commit[] {
  const commits: (Commit & { readonly files: string[] })[] = []
  for (const part of text.split('\0')) {
    const [head, date, ...subject] = part.split('\u001f')
    const files = commits.at(-1)?.files
    if (part.startsWith('\u001e') && head !== undefined && date !== undefined) {
      commits.push({ commit: head.slice(1), date, subject: subject.join('\u001f'), files: [] })
    } else if (part !== '') files?.push(files.length === 0 ? part.replace(/^\n/, '') : part)
  }
  return commits
}

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
      const detail = stderr
        .trim()
        .split('\n', 1)[0]
        ?.replace(/^fatal: |\.$/g, '')
      fail(toolError('GIT_FAILED', [address, detail || reasonOf(error)], error))
    })
  })
}

function reasonOf(error: Error): string {
  if ('code' in error && error.code === 'ENOENT') return 'git cannot be started here'
  return 'code' in error && error.code === 1 ? 'there is no such revision' : error.message
}
