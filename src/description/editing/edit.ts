import { toolError } from '../../model/errors.ts'
import type { PatchOperation } from '../../model/finding.ts'
import { equalJson } from '../../util/json.ts'
import { parentOf } from '../../util/pointer.ts'
import { parseText, type Source, textOf } from '../reading/parse-text.ts'
import { openText, spliced } from './edit-text.ts'
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
  for (const batch of batchesOf(patch)) {
    const spliceFor = openText(text, format)
    const splices = batch.map((operation) => {
      try {
        node = applyPatch(node, [operation])
        return spliceFor(operation)
      } catch (cause) {
        if (!(cause instanceof RangeError)) throw cause
        throw toolError('PATCH_FAILED', [file, `${operation.op} ${operation.path}: ${cause.message}`], cause)
      }
    })
    text = spliced(text, splices)
  }
  if (!equalJson(rootOf(text, file), node))
    throw toolError('PATCH_FAILED', [file, 'an edit of its text would change more than it should (is there an alias?)'])
  return text
}

/**
 * The operations in their order, together as long as none edits an object or list that another edits or is in: their
 * edits do not touch, and the text is read once for all of them.
 */
function batchesOf(patch: readonly PatchOperation[]): readonly (readonly PatchOperation[])[] {
  const batches: PatchOperation[][] = []
  let parents: string[] = []
  for (const operation of patch) {
    const parent = `${parentOf(operation.path)}/`
    const batch = batches.at(-1)
    const touches = parents.some((other) => other.startsWith(parent) || parent.startsWith(other))
    if (batch === undefined || touches) {
      batches.push([operation])
      parents = [parent]
    } else {
      batch.push(operation)
      parents.push(parent)
    }
  }
  return batches
}

function rootOf(text: string, file: string) {
  try {
    return parseText(text, file).root
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause)
    throw toolError('PATCH_FAILED', [file, `its text could not be edited: ${reason}`], cause)
  }
}
