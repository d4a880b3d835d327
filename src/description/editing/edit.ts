import { toolError } from '../../model/errors.ts'
import type { PatchOperation } from '../../model/finding.ts'
import { equalJson } from '../../util/json.ts'
import { parseText, type Source, textOf } from '../reading/parse-text.ts'
import { editText } from './edit-text.ts'
import { applyPatch } from './json-patch.ts'

/**
 * The text of a file with a JSON Patch applied: comments, order and everything not concerned stay as they are. What
 * comes out is read again and must be just what the patch makes of the content. Throws PATCH_FAILED.
 */
export function editSource(
  source: Pick<Source, 'content' | 'file' | 'repaired'>,
  patch: readonly PatchOperation[],
): string {
  const { file } = source
  const before = source.repaired?.text ?? textOf(source)
  const { root, format } = parseText(before, file)
  let text = before
  let node = root
  for (const operation of patch) {
    try {
      text = editText(text, format, operation)
      node = applyPatch(node, [operation])
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause
      throw toolError('PATCH_FAILED', [file, `${operation.op} ${operation.path}: ${cause.message}`], cause)
    }
  }
  if (!equalJson(rootOf(text, file), node))
    throw toolError('PATCH_FAILED', [file, 'an edit of its text would change more than it should (is there an alias?)'])
  return text
}

function rootOf(text: string, file: string) {
  try {
    return parseText(text, file).root
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause)
    throw toolError('PATCH_FAILED', [file, `its text could not be edited: ${reason}`], cause)
  }
}
