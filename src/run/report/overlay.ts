import { applyPatch } from '../../description/editing/json-patch.ts'
import type { Document } from '../../model/document.ts'
import type { PatchOperation } from '../../model/finding.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'
import { joinPointer, parentOf, pointerTokens } from '../../util/pointer.ts'
import { yamlText } from '../../util/writing/yaml-text.ts'
import type { PatchProposal } from './patch.ts'

/** An action of an overlay: updates or removes the target. */
export interface OverlayAction {
  readonly target: string
  readonly update?: Json
  readonly remove?: true
}

/** OpenAPI Overlay (https://spec.openapis.org/overlay/v1.0.0.html). */
export interface Overlay {
  readonly overlay: '1.0.0'
  readonly info: { readonly title: string; readonly version: string }
  readonly extends?: string
  readonly actions: readonly OverlayAction[]
}

/** Converts a patch to an overlay. Version 1.0 targets only objects and lists, so some changes rewrite the containing one. */
export function overlayOf(document: Document, { operations }: PatchProposal): Overlay {
  const actions: OverlayAction[] = []
  let root: Json = document.at('') ?? {}
  for (const operation of operations) {
    const next = applyPatch(root, [operation])
    actions.push(...actionsOf(operation, root, next))
    root = next
  }
  const source = uriOf(document.file)
  return {
    overlay: '1.0.0',
    info: { title: `${document.name} as the API responds`, version: '1.0.0' },
    extends: source,
    actions: withoutRepeats(actions),
  }
}

export function overlayText(overlay: Overlay): string {
  // JSON by its type, which has no index signature.
  return yamlText(overlay as unknown as Json)
}

function uriOf(file: string): string | undefined {
  if (/^(git:|<|-$)/.test(file)) return undefined
  return /^https?:/.test(file)
    ? file
    : file
        .split('/')
        .map((part) => encodeURIComponent(part))
        .join('/')
}

function actionsOf({ op, path, value }: PatchOperation, before: Json, after: Json): readonly OverlayAction[] {
  const parent = parentOf(path)
  const key = pointerTokens(path).at(-1) ?? ''
  const holder = at(before, parent)
  if (Array.isArray(holder)) {
    if (op === 'add' && (key === '-' || Number(key) === holder.length))
      return [{ target: jsonPath(parent, before), update: value ?? null }]
    return isContainer(at(before, path)) && op === 'remove'
      ? [{ target: jsonPath(path, before), remove: true }]
      : rewritten(parent, before, after)
  }
  const was = at(before, path)
  if (op === 'remove') {
    return isContainer(was) ? [{ target: jsonPath(path, before), remove: true }] : rewritten(parent, before, after)
  }
  const update = { target: jsonPath(parent, before), update: { [key]: value ?? null } }
  if (was === undefined || !(isContainer(was) || isContainer(value))) return [update]
  // An update would be merged into the existing value.
  return isContainer(was)
    ? [{ target: jsonPath(path, before), remove: true }, update]
    : rewritten(parent, before, after)
}

function rewritten(pointer: Pointer, before: Json, after: Json): readonly OverlayAction[] {
  const key = pointerTokens(pointer).at(-1)
  const parent = parentOf(pointer)
  const value = at(after, pointer) ?? null
  if (key === undefined || Array.isArray(at(before, parent))) {
    // A list item can't be re-added at its index, so its whole list is rewritten.
    return membersOf(pointer, before, after)
  }
  return [
    { target: jsonPath(pointer, before), remove: true },
    { target: jsonPath(parent, before), update: { [key]: value } },
  ]
}

function membersOf(pointer: Pointer, before: Json, after: Json): readonly OverlayAction[] {
  return pointer === '' ? [] : rewritten(parentOf(pointer), before, after)
}

/** Drops repeated rewrites of the same location, keeping the last. */
function withoutRepeats(actions: readonly OverlayAction[]): readonly OverlayAction[] {
  const kept: OverlayAction[] = []
  for (let index = 0; index < actions.length; index++) {
    const [removal, update, again, later] = actions.slice(index, index + 4)
    const isRepeat =
      removal?.remove === true &&
      again?.remove === true &&
      removal.target === again.target &&
      update?.target === later?.target &&
      isObject(update?.update) &&
      isObject(later?.update) &&
      Object.keys(update.update).join() === Object.keys(later.update).join()
    if (isRepeat) index++
    else if (removal !== undefined) kept.push(removal)
  }
  return kept
}

function isContainer(value: Json | undefined): value is JsonObject | readonly Json[] {
  return Array.isArray(value) || isObject(value)
}

function at(root: Json, pointer: Pointer): Json | undefined {
  let node: Json | undefined = root
  for (const token of pointerTokens(pointer)) {
    if (Array.isArray(node)) node = node[Number(token)]
    else node = isObject(node) && Object.hasOwn(node, token) ? node[token] : undefined
  }
  return node
}

/** Converts a JSON Pointer to a Normalized Path of JSONPath (RFC 9535, §2.7). */
export function jsonPath(pointer: Pointer, root: Json): string {
  let path = '$'
  let walked: Pointer = ''
  for (const token of pointerTokens(pointer)) {
    path += Array.isArray(at(root, walked)) ? `[${token}]` : `['${escaped(token)}']`
    walked = joinPointer(walked, token)
  }
  return path
}

const short: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  "'": "\\'",
  '\\': '\\\\',
}

function escaped(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 9535 has them escaped
  return name.replace(/[\u0000-\u001f'\\]/g, (one) => {
    return short[one] ?? `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
