import { dump } from 'js-yaml'
import { toolError } from '../../model/errors.ts'
import type { PatchOperation } from '../../model/finding.ts'
import type { Json } from '../../model/json.ts'
import { equalJson } from '../../util/json.ts'
import { parentOf, pointerTokens } from '../../util/pointer.ts'
import { parseText, type Source, textOf } from '../reading/parse-text.ts'
import { applyPatch } from './json-patch.ts'
import { type YamlMember, type YamlNode, yamlTree } from './yaml-tree.ts'

/** Longer values are written on separate lines. */
const longestInline = 72

/** Applies a JSON Patch to a file's text, keeping comments and order. Verifies the result by parsing it. Throws PATCH_FAILED. */
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

/** Groups consecutive operations whose objects and lists don't overlap, so that the text is parsed once per group. */
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

interface Splice {
  readonly from: number
  readonly to: number
  readonly by: string
}

/** Edits YAML or JSON text (RFC 6902). Throws RangeError for missing paths, aliases, and insertions into the middle of a list. */
function openText(text: string, format: 'json' | 'yaml'): (operation: PatchOperation) => Splice {
  const root = yamlTree(text)
  const page: Page = { text, json: format === 'json', newline: text.includes('\r\n') ? '\r\n' : '\n' }
  return (operation) => spliceFor(page, root, operation)
}

function spliced(text: string, splices: readonly Splice[]): string {
  const parts: string[] = []
  let at = 0
  for (const { from, to, by } of [...splices].sort((a, b) => a.from - b.from)) {
    parts.push(text.slice(at, from), by)
    at = to
  }
  return parts.join('') + text.slice(at)
}

function spliceFor(page: Page, root: YamlNode, { op, path, value = null }: PatchOperation): Splice {
  const tokens = pointerTokens(path)
  const last = tokens.pop()
  if (last === undefined) throw new RangeError('it is the whole description')
  const parent = nodeAt(root, tokens, path)
  const member = parent.members.find(({ key }) => key === last)
  if (op === 'remove') {
    if (member === undefined) throw new RangeError(`nothing at ${path}`)
    return remove(page, parent, member)
  }
  if (member !== undefined && (op === 'replace' || parent.kind === 'mapping'))
    return replace(page, parent, member, value)
  const isEnd = last === '-' || last === String(parent.members.length)
  if (op === 'replace' || (parent.kind === 'sequence' && !isEnd))
    throw new RangeError(`no location for an edit at ${path}`)
  return insert(page, parent, parent.kind === 'mapping' ? { [last]: value } : [value])
}

interface Page {
  readonly text: string
  readonly json: boolean
  readonly newline: string
}

function nodeAt(root: YamlNode, tokens: readonly string[], path: string): YamlNode {
  let node = root
  for (const token of tokens) {
    const next: YamlMember | undefined = node.members.find(({ key }) => key === token)
    if (next === undefined)
      throw new RangeError(`nothing at ${path}${node.kind === 'alias' ? ', behind an alias' : ''}`)
    node = next.value
  }
  if (node.kind === 'scalar' || node.kind === 'alias') throw new RangeError(`no object or list around ${path}`)
  return node
}

type Entry = Readonly<Record<string, Json>> | readonly [Json]

function insert(page: Page, parent: YamlNode, entry: Entry): Splice {
  const { text, newline } = page
  const last = parent.members.at(-1)
  if (last === undefined) return splice(parent.start + 1, parent.start + 1, inner(page, entry))
  if (!parent.flow) {
    const at = lineEnd(text, endOf(last))
    return splice(at, at, `${newline}${lines(page, entry, columnOf(text, parent.start))}`)
  }
  const column = columnOf(text, last.start)
  const hasOwnLine = text.slice(last.start - column, last.start).trim() === ''
  const before = hasOwnLine ? `,${newline}${text.slice(last.start - column, last.start)}` : ', '
  return splice(endOf(last), endOf(last), before + inner(page, entry))
}

function replace(page: Page, parent: YamlNode, { keyEnd, value: old }: YamlMember, value: Json): Splice {
  const { text, newline } = page
  const short = inline(page, value)
  // A comment after the value must not become part of a multi-line string.
  const endsLine = text.slice(old.end, lineEnd(text, old.end)).trim() === ''
  if (!parent.flow && endsLine && short.length > longestInline) {
    const long = indented(page, dump(value, { lineWidth: -1, noRefs: true }), columnOf(text, parent.start) + 2)
    return splice(keyEnd, old.end, `${newline}${long}`)
  }
  const hasLines = !old.flow && (old.members.length > 0 || /[|>]/.test(text.slice(keyEnd, old.start)))
  // An empty or multi-line value is replaced together with the text before it.
  const follows = hasLines || old.start === old.end
  return splice(follows ? keyEnd : old.start, old.end, follows ? ` ${short}` : short)
}

function remove({ text, newline }: Page, parent: YamlNode, member: YamlMember): Splice {
  const at = parent.members.indexOf(member)
  const [before, after] = [parent.members[at - 1], parent.members[at + 1]]
  if (parent.flow) {
    if (before !== undefined) return splice(endOf(before), endOf(member), '')
    return splice(member.start, after?.start ?? endOf(member), '')
  }
  if (before === undefined && after === undefined)
    return splice(parent.start, parent.end, parent.kind === 'mapping' ? '{}' : '[]')
  const { start } = member
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  // The first entry may follow the dash of a list item.
  if (text.slice(lineStart, start).trim() !== '' && after !== undefined) return splice(start, after.start, '')
  return splice(lineStart, lineEnd(text, endOf(member)) + newline.length, '')
}

function endOf({ keyEnd, value }: YamlMember): number {
  return Math.max(keyEnd, value.end)
}

function lines(page: Page, entry: Entry, indent: number): string {
  const short = inner(page, entry)
  const one = Array.isArray(entry) ? `- ${short}` : short
  return indented(page, one.length <= longestInline ? one : dump(entry, { lineWidth: -1, noRefs: true }), indent)
}

function indented({ newline }: Page, block: string, indent: number): string {
  return block
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? line : ' '.repeat(indent) + line))
    .join(newline)
}

function inline({ json, text }: Page, value: Entry | Json): string {
  if (json && !text.includes('\n')) return JSON.stringify(value)
  if (json) return JSON.stringify(value, null, 1).replace(/\n */g, ' ')
  // Wrapped in a list, so that strings are quoted as required inside brackets.
  return dump([value], { flowLevel: 0, lineWidth: -1, noRefs: true }).trim().slice(1, -1)
}

/** Returns an entry in one-line notation without its brackets. */
function inner(page: Page, entry: Entry): string {
  return inline(page, entry).slice(1, -1).trim()
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1)
}

/** Returns the offset of the line break. */
function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  if (at < 0) return text.length
  return text[at - 1] === '\r' ? at - 1 : at
}

function splice(from: number, to: number, by: string): Splice {
  return { from, to, by }
}
