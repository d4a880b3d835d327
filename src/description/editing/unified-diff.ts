import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatch, structuredPatch } from 'diff'

/** Above this limit, the whole text is one hunk, because a search would be slow. */
const maxEditLength = 2000

/** Returns the changes for `git apply`, or `''`. `file`: a path relative to the folder of the patch. */
export function unifiedDiff(before: string, after: string, file: string): string {
  if (before === after) return ''
  const patchOf = (from: string, to: string, options: object = {}): StructuredPatch | undefined =>
    structuredPatch(`a/${file}`, `b/${file}`, from, to, undefined, undefined, { context: 3, ...options })
  const patch = patchOf(before, after, { maxEditLength }) ?? joined(patchOf(before, ''), patchOf('', after))
  return patch === undefined ? '' : formatPatch(patch, FILE_HEADERS_ONLY)
}

function joined(
  removal: StructuredPatch | undefined,
  addition: StructuredPatch | undefined,
): StructuredPatch | undefined {
  const [gone] = removal?.hunks ?? []
  const [made] = addition?.hunks ?? []
  if (removal === undefined || gone === undefined) return addition
  if (made === undefined) return removal
  const { newStart, newLines, lines } = made
  return { ...removal, hunks: [{ ...gone, newStart, newLines, lines: [...gone.lines, ...lines] }] }
}
