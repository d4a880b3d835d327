import { operationsOf, webhooksOf } from '../../../description/dialects/operations.ts'
import { captureSnapshot, requireReadable, storedSha256 } from '../../../description/snapshots/capture.ts'
import { findSnapshot, loadSnapshot } from '../../../description/snapshots/store.ts'
import type { Document } from '../../../model/document.ts'
import { ToolError } from '../../../model/errors.ts'
import type { NotChecked } from '../../../model/observation.ts'
import type { DocumentInput } from '../../../model/report.ts'
import { equalJson } from '../../../util/json.ts'
import { withoutSecrets } from '../../../util/secret-keys.ts'
import { inputOf } from '../../report/inputs.ts'
import type { RunContext } from '../run-context.ts'

/** The published description, if it differs from the latest snapshot and wasn't stored. */
export interface Published {
  readonly document?: Document
  readonly notChecked: readonly NotChecked[]
}

const what = 'the published description'

/** Compares the published description with the latest snapshot. Failures become rows and warnings unless the run was stopped. */
export async function readPublished(run: RunContext): Promise<Published> {
  const { source, cwd, stop, log } = run
  const { name: api } = run.api
  const { specsDir } = run.config
  if (source === undefined) return { notChecked: [] }
  const warn = (text: string) => log('warn', `warning: ${api}: ${text}\n`)
  const failed = (error: unknown): Published => {
    if (!(error instanceof ToolError) || stop?.signal.aborted) throw error
    warn(`${what} could not be compared: ${error.message}`)
    return { notChecked: [{ what, because: error.message, kind: 'source-unread' }] }
  }
  const notStored = (document: Document, because: string): Published => {
    warn(`${what} was not stored: ${because}`)
    return { document, notChecked: [{ what, because: `it was not stored: ${because}` }] }
  }
  const { id, etag, source: from } = await findSnapshot(specsDir, `${api}@latest`, cwd)
  try {
    const document = await source.load(from === withoutSecrets(source.address) ? etag : undefined, stop?.signal)
    if (document === undefined) return { notChecked: [] }
    const { root } = await loadSnapshot(specsDir, `${api}@${id}`, { cwd })
    if (equalJson(root, document.root)) return { notChecked: [] }
    await requireReadable(document, {})
    if (source.snapshot === 'propose') return { document, notChecked: [] }
    if (run.flags.shard !== undefined)
      return notStored(document, `a shard stores no snapshot. Run: specdrift snapshot add ${api}`)
    if (operationsOf(document).length + webhooksOf(document).length === 0)
      return notStored(document, 'it has no operations')
    return await take(document, run, source.address).catch((error: unknown) => {
      if (!(error instanceof ToolError)) throw error
      return notStored(document, error.message)
    })
  } catch (error) {
    return failed(error)
  }
}

async function take(document: Document, run: RunContext, source: string): Promise<Published> {
  const { cwd, clock, log } = run
  const { name: api } = run.api
  const { specsDir } = run.config
  const now = new Date(clock())
  const { snapshot } = await captureSnapshot({ specsDir, cwd, api, document, source, now })
  log('info', `stored ${api}@${snapshot.id}, the description at ${snapshot.source}\n`)
  return { notChecked: [] }
}

/** Returns the published description in the form of a report. The sha256 is that of the snapshot it would become. */
export function publishedInput(document: Document): DocumentInput {
  return { ...inputOf(document), sha256: storedSha256(document) }
}
