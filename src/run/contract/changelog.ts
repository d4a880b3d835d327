import { loadDocument } from '../../description/reading/load.ts'
import { sourcesOf } from '../../description/reading/parse.ts'
import { defaultMaxBytes } from '../../description/reading/parse-text.ts'
import { readGit } from '../../description/reading/read-file.ts'
import { mayLeaveFile } from '../../description/references/references.ts'
import { listSnapshots } from '../../description/snapshots/store.ts'
import { ToolError } from '../../model/errors.ts'
import type { Report } from '../../model/report.ts'
import { allLedgers, withObserved } from '../live/contract/observed.ts'
import type { PreviousRuns } from '../live/previous-runs.ts'
import type { JudgeOptions } from './diff.ts'
import { type FileRevision, listRevisions } from './git-log.ts'
import { tellHistory } from './history.ts'

/** The API whose changelog to make. */
export interface ChangelogOptions extends JudgeOptions {
  readonly api: string
  readonly cwd: string
  readonly specsDir: string
  /** What live runs left behind: they say which changes were observed. */
  readonly previous?: PreviousRuns
}

/** Compares every snapshot of an API with the one before it, oldest first. Throws for one that cannot be read. */
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

/** The file whose history in git to compare. */
export interface GitChangelogOptions extends JudgeOptions {
  /** From the root of the repository. */
  readonly path: string
  /** A folder of the repository. */
  readonly cwd: string
  /** Only what came after this revision. */
  readonly since?: string
  /** At most this many commits, the latest. */
  readonly max?: number
}

/**
 * Compares every committed revision of a description with the one before it: of its file, renames followed, and of the
 * files it refers to. Throws GIT_FAILED.
 */
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

/** The index of the revision that the one at `start` is compared with: the nearest before it that can be read. */
async function lastReadable(
  revisions: readonly FileRevision[],
  start: number,
  load: (revision: FileRevision) => Promise<unknown>,
): Promise<number> {
  for (let at = start - 1; at > 0; at--) {
    const revision = revisions[at]
    // What cannot be read is reported with the history.
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

/** The files a description is read from; undefined when it cannot be read, which is reported with the history. */
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
