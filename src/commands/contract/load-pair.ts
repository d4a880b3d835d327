import type { Config } from '../../config/schema.ts'
import type { Document } from '../../model/document.ts'
import type { Shell } from '../shell/shell.ts'

/** Loads both versions, at the same time if they are files. */
export async function loadPair(
  { cwd, stdin }: Shell,
  { specsDir }: Config,
  [base, revision]: readonly [string, string],
): Promise<readonly [Document, Document]> {
  const { loadDocument } = await import('../../description/reading/load.ts')
  const loading = loadDocument(base, { cwd, specsDir, stdin })
  // One stream may be both: it is read once, by the first.
  const isStream = /^(?:-$|\/dev\/|\/proc\/)/.test(revision)
  if (isStream) await loading
  const following = loadDocument(revision, { cwd, specsDir, stdin })
  // What is wrong with the first is reported first.
  following.catch(() => {})
  return [await loading, await following]
}
