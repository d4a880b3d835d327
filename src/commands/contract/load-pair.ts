import type { Config } from '../../config/schema.ts'
import type { Document } from '../../model/document.ts'
import type { Shell } from '../shell/shell.ts'

/** Both versions. Files are read at the same time; what both write alike is parsed once. */
export async function loadPair(
  { cwd, stdin }: Shell,
  { specsDir }: Config,
  [base, revision]: readonly [string, string],
): Promise<readonly [Document, Document]> {
  const { loadDocument } = await import('../../description/reading/load.ts')
  const loading = loadDocument(base, { cwd, specsDir, stdin })
  // One stream may be both: it is read once, by the first.
  const isStream = /^(?:-$|\/dev\/|\/proc\/)/.test(revision)
  const beside = isStream ? await loading : loading
  const following = loadDocument(revision, { cwd, specsDir, stdin, beside })
  // What is wrong with the first is reported first.
  following.catch(() => {})
  return [await loading, await following]
}
