import type { Published } from '../../history/observed.ts'
import type { Document } from '../../model/document.ts'
import type { Finding } from '../../model/finding.ts'
import type { NotChecked } from '../../model/observation.ts'
import type { ChangelogEntry, DocumentInput, Report } from '../../model/report.ts'
import { buildReport } from '../../report/build.ts'
import { comparedRows, inputOf } from '../report/inputs.ts'
import { toolVersion } from '../tool-version.ts'
import { compareDocuments, type JudgeOptions, ruleInputs } from './diff.ts'

/** A version of a description, loaded on demand. */
export interface Revision {
  /** Name in the changelog. */
  readonly name: string
  readonly title?: string
  /** ISO 8601. */
  readonly capturedAt?: string
  load(): Promise<Document>
}

export interface HistoryOptions extends JudgeOptions {
  readonly api?: string
  /** Report unreadable revisions instead of throwing. */
  readonly skipUnreadable?: boolean
  readonly skipUnchanged?: boolean
  /** Adds observations of live runs to a revision's findings. */
  observe?(findings: readonly Finding[], revision: Published): readonly Finding[]
  /** Additional not-checked rows. */
  readonly notChecked?: readonly NotChecked[]
}

/** Compares each revision with its predecessor, oldest first, with two documents in memory at a time. */
export async function tellHistory(revisions: readonly Revision[], options: HistoryOptions = {}): Promise<Report> {
  const entries: ChangelogEntry[] = []
  const notChecked = [...(options.notChecked ?? [])]
  const flaws = new Map<string, NotChecked>()
  let first: DocumentInput | undefined
  let base: { readonly document: Document; readonly input: DocumentInput } | undefined
  let failure: unknown
  for (const revision of revisions) {
    const document = await revision.load().catch((error: unknown) => {
      if (options.skipUnreadable !== true) throw error
      failure ??= error
      const what = [revision.name, revision.title].filter(Boolean).join(' ')
      notChecked.push({ what, because: error instanceof Error ? error.message : String(error) })
    })
    if (document === undefined) continue
    const input = { ...inputOf(document), name: revision.name }
    for (const row of comparedRows(document)) flaws.set(`${row.what}\n${row.because}`, row)
    if (base !== undefined) {
      const { findings: changes } = compareDocuments(base.document, document, options)
      const published = { sha256: document.sha256, ...factsOf(revision) }
      const findings = options.observe?.(changes, published) ?? changes
      const entry = { base: base.input, revision: input, ...factsOf(revision), findings }
      if (findings.length > 0 || options.skipUnchanged !== true) entries.push(entry)
    }
    first ??= input
    base = { document, input }
  }
  if (first === undefined && failure !== undefined) throw failure
  return buildReport({
    toolVersion: toolVersion(),
    kind: 'changelog',
    api: options.api,
    inputs: { base: first, revision: base?.input },
    policy: options.policy ?? 'compat',
    failOn: 'never',
    subjects: [],
    rules: ruleInputs(),
    findings: [],
    notChecked: [...notChecked, ...flaws.values()],
    changelog: entries,
  })
}

function factsOf({ title, capturedAt }: Revision): Pick<ChangelogEntry, 'title' | 'capturedAt'> {
  return { title, capturedAt }
}
