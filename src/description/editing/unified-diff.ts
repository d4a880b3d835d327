import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatch, structuredPatch } from 'diff'

/** Texts that differ in more lines are one hunk: searching for less costs more than it is worth. */
const maxEditLength = 2000

/**
 * Returns the changes from one text to another as `git apply` and `patch` read them, or `''` without changes. `file`: a path
 * relative to the folder they are applied in.
 */
export function unifiedDiff(before: string, after: string, file: string): string {
  if (before === after) return ''
  const patchOf = (from: string, to: string, options: object = {}): StructuredPatch | undefined =>
    structuredPatch(`a/${file}`, `b/${file}`, from, to, undefined, undefined, { context: 3, ...options })
  const patch = patchOf(before, after, { maxEditLength }) ?? joined(patchOf(before, ''), patchOf('', after))
  return patch === undefined ? '' : formatPatch(patch, FILE_HEADERS_ONLY)
}

/** Removes one text and adds another, in one hunk. */
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
