import { editSource } from '../../description/editing/edit.ts'
import { unifiedDiff } from '../../description/editing/unified-diff.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { externalFiles, parseDocument, sourcesOf } from '../../description/reading/parse.ts'
import { checkDescription } from '../../description/validation/validate.ts'
import type { Document } from '../../model/document.ts'
import { toolError } from '../../model/errors.ts'
import type { Finding, PatchOperation } from '../../model/finding.ts'
import type { Json, Pointer } from '../../model/json.ts'
import type { Report } from '../../model/report.ts'
import { isCalled } from '../../report/filter/filter.ts'
import { canonical } from '../../util/json.ts'
import { joinPointer, parentOf, pointerTokens } from '../../util/pointer.ts'
import { didYouMean } from '../../util/text.ts'

/** A proposed patch that makes a description match the API. */
export interface PatchProposal {
  /** A JSON Patch (RFC 6902) for all included findings, applicable to the unchanged description. */
  readonly operations: readonly PatchOperation[]
  readonly taken: readonly Finding[]
  /** Findings not included, with the reason. */
  readonly left: readonly { readonly finding: Finding; readonly because: string }[]
}

/** Skips the second of two conflicting patches. `only`: rule ids, fingerprints or their first digits; throws USAGE if unmatched. */
export function proposePatch(report: Report, document: Document, only: readonly string[]): PatchProposal {
  const taken: Finding[] = []
  const left: PatchProposal['left'][number][] = []
  const operations: PatchOperation[] = []
  const owners = new Map<PatchOperation, string>()
  for (const finding of chosen(report, only)) {
    const { patch = [], fingerprint } = finding
    const fresh = patch.filter((operation) => !operations.some((other) => same(operation, other)))
    const rival = operations.find((other) => fresh.some((operation) => clash(operation, other)))
    const external = patch.some(({ path }) => pointerTokens(path)[0] === externalFiles)
    if (external) left.push({ finding, because: 'it edits another file of the description' })
    else if (rival !== undefined)
      left.push({
        finding,
        because: `it edits what the patch of ${owners.get(rival)} edits: apply that, and run again`,
      })
    else {
      taken.push(finding)
      operations.push(...fresh)
      for (const operation of fresh) owners.set(operation, fingerprint)
    }
  }
  return { operations: inOrder(operations, document), taken, left }
}

function chosen({ findings }: Report, only: readonly string[]): readonly Finding[] {
  const patched = findings.filter(({ patch = [] }) => patch.length > 0)
  const unknownName = only.find((name) => !patched.some((one) => isCalled(one, name)))
  if (unknownName !== undefined) {
    const names = patched.flatMap(({ fingerprint, ruleId }) => [fingerprint, ruleId])
    const near = didYouMean(unknownName, names)
    throw toolError('USAGE', [
      `No finding with a patch is ${unknownName}${near === undefined ? '.' : `, did you mean ${near}?`}`,
    ])
  }
  return only.length === 0 ? patched : patched.filter((one) => only.some((name) => isCalled(one, name)))
}

function same(a: PatchOperation, b: PatchOperation): boolean {
  return canonical({ ...a }) === canonical({ ...b })
}

/** Returns whether two operations conflict; appending to a list never does. */
function clash(a: PatchOperation, b: PatchOperation): boolean {
  if (a.path === b.path) return !a.path.endsWith('/-')
  return `${a.path}/`.startsWith(`${b.path}/`) || `${b.path}/`.startsWith(`${a.path}/`)
}

/** Sorts removals last and from the end, so that list indexes don't shift. Lists that become empty are removed. */
function inOrder(operations: readonly PatchOperation[], document: Document): readonly PatchOperation[] {
  const ofList = ({ op, path }: PatchOperation): boolean =>
    op === 'remove' && Array.isArray(document.at(parentOf(path)))
  const removals = new Map<Pointer, number[]>()
  for (const { path } of operations.filter(ofList)) {
    const list = parentOf(path)
    removals.set(list, [...(removals.get(list) ?? []), Number(pointerTokens(path).at(-1))])
  }
  const added = new Set(operations.filter(({ path }) => path.endsWith('/-')).map(({ path }) => parentOf(path)))
  const last = [...removals].flatMap(([list, indexes]): PatchOperation[] => {
    const length = lengthOf(document.at(list))
    if (indexes.length === length && !added.has(list)) return [{ op: 'remove', path: list }]
    return indexes.sort((a, b) => b - a).map((index) => ({ op: 'remove', path: joinPointer(list, index) }))
  })
  return [...operations.filter((operation) => !ofList(operation)), ...last]
}

function lengthOf(list: Json | undefined): number {
  return Array.isArray(list) ? list.length : 0
}

/** Loads the description of a report. Throws PATCH_FAILED if it has changed, and the errors of loading it. */
export async function describedBy(
  report: Report,
  around: { readonly cwd: string; readonly specsDir: string },
): Promise<Document> {
  const { revision } = report.inputs
  if (revision === undefined) throw toolError('USAGE', ['The report has no description.'])
  const document = await loadDocument(revision.name, around)
  if (document.sha256 !== revision.sha256)
    throw toolError('PATCH_FAILED', [document.file, 'it is not what the report was made of any more: run again'])
  return document
}

/** Returns the patch as a unified diff for `git apply`. Throws like `applyProposal`. */
export async function diffOf(document: Document, proposal: PatchProposal): Promise<string> {
  const { content } = sourcesOf(document).main
  return unifiedDiff(Buffer.from(content).toString('utf8'), await applyProposal(document, proposal), document.file)
}

/** Returns the patched source, which must not violate OpenAPI in a new way. Throws PATCH_FAILED. */
export async function applyProposal(document: Document, { operations }: PatchProposal): Promise<string> {
  const text = editSource(sourcesOf(document).main, operations)
  const patched = parseDocument({ content: text, name: document.name, file: document.file })
  const [before, after] = await Promise.all([checkDescription(document), checkDescription(patched)])
  const known = new Set(before.errors.map(({ message }) => message))
  const broken = after.errors.find(
    ({ message, pointer }) => !known.has(message) && !pointer.startsWith(`/${externalFiles}`),
  )
  if (broken === undefined) return text
  throw toolError('PATCH_FAILED', [document.file, `at ${broken.pointer || 'its root'} the result ${broken.message}`])
}
