import type { ChangelogEntry, Report } from '../model/report.ts'
import { buildReport } from '../report/build.ts'
import { loadDocument } from '../spec/load.ts'
import { listSnapshots } from '../spec/store.ts'
import { compareDocuments, inputOf, type JudgeOptions, ruleInputs } from './diff.ts'
import { toolVersion } from './tool-version.ts'

/** Which API's history to tell. */
export interface ChangelogOptions extends JudgeOptions {
  readonly api: string
  readonly cwd: string
  readonly specsDir: string
}

/** Compares every snapshot of an API with the one before it, oldest first. */
export async function buildChangelog(options: ChangelogOptions): Promise<Report> {
  const { api, cwd, specsDir } = options
  const snapshots = await listSnapshots(specsDir, api, cwd)
  const documents = await Promise.all(
    snapshots.map((snapshot) => loadDocument(`${api}@${snapshot.id}`, { cwd, specsDir })),
  )
  const entries: ChangelogEntry[] = []
  for (const [index, revision] of documents.entries()) {
    const base = documents[index - 1]
    const snapshot = snapshots[index]
    if (base === undefined || snapshot === undefined) continue
    entries.push({
      base: inputOf(base),
      revision: inputOf(revision),
      ...(snapshot.title !== undefined && { title: snapshot.title }),
      ...(snapshot.capturedAt !== undefined && { capturedAt: snapshot.capturedAt }),
      findings: compareDocuments(base, revision, options).findings,
    })
  }
  const [first, last] = [documents[0], documents.at(-1)]
  return buildReport({
    toolVersion: toolVersion(),
    kind: 'changelog',
    api,
    inputs: { ...(first && { base: inputOf(first) }), ...(last && { revision: inputOf(last) }) },
    policy: options.policy ?? 'compat',
    failOn: 'never',
    subjects: [],
    rules: ruleInputs(),
    findings: [],
    changelog: entries,
  })
}
