import type { Json, Pointer } from '../../model/json.ts'
import type { NotChecked, UndocumentedProperty, Violation } from '../../model/observation.ts'
import type { SchemaAt } from '../../model/operation.ts'
import { spend } from '../../schema/validation/budget.ts'
import { isObject, own, ownArray, ownEntries } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { plural } from '../../util/text.ts'
import { isJsonType } from '../checking/media-type.ts'
import type { TextReader } from '../checking/text-value.ts'
import { readJson, type ValidatedBody, validate } from '../checking/validate-body.ts'
import { type Inside, moved } from './moved.ts'

/** Results for the values of a body, in the order of their discovery. */
export interface Collected {
  readonly violations: Violation[]
  readonly unlisted: Violation[]
  readonly undocumented: UndocumentedProperty[]
  /** By their text, because items repeat them. */
  readonly rows: Map<string, NotChecked>
}

export function createCollected(): Collected {
  return { violations: [], unlisted: [], undocumented: [], rows: new Map() }
}

export function addRow({ rows }: Collected, row: NotChecked): void {
  rows.set(`${row.what} ${row.because}`, row)
}

/** Adds the results of a separately validated value. */
export function collect(into: Collected, validated: ValidatedBody, at: Inside): void {
  for (const row of validated.notChecked) addRow(into, row)
  if (validated.violations.length + validated.unlisted.length + validated.undocumented.length === 0) return
  const { violations, unlisted, undocumented } = moved(validated, at)
  for (const one of violations) into.violations.push(one)
  for (const one of unlisted) into.unlisted.push(one)
  for (const one of undocumented) into.undocumented.push(one)
}

/** A value of a body and whether its schema is assumed. */
export interface Place extends Inside {
  readonly assumed: boolean
}

/** Returns the violation of text that must be JSON. It names the position only, because the text may contain anything. */
export function notJson(text: string, because: string, schemaPointer: Pointer, place: Place): Violation {
  const { pointer, location, assumed } = place
  return {
    ...{ keyword: 'contentMediaType', instancePointer: pointer, location, schemaPointer, assumed },
    observed: `${plural(text.length, 'character')}: ${because}`,
    expected: 'application/json',
  }
}

/** A string member that contains JSON, by `contentMediaType` and `contentSchema`. */
interface Content {
  readonly name: string
  readonly text: SchemaAt
  readonly schema: SchemaAt | undefined
}

interface Contents {
  readonly contents: readonly Content[]
  readonly always: readonly Contents[]
  /** Branches of unions. They count if they accept the value. */
  readonly choices: readonly { readonly branch: SchemaAt; readonly inside: Contents }[]
}

const known = new WeakMap<SchemaAt, Contents>()

/** Checks string members of an object that contain JSON (JSON Schema 2020-12 §8). */
export function checkContents(
  reader: TextReader,
  schema: SchemaAt,
  value: Json,
  { into, place }: { readonly into: Collected; readonly place: Place },
): void {
  let contents = known.get(schema)
  if (contents === undefined) {
    contents = contentsIn(reader, schema, new Map())
    known.set(schema, contents)
  }
  if (isObject(value)) visit(contents)

  function visit({ contents: here, always, choices }: Contents): void {
    if (!spend(1)) return
    for (const content of here) checkContent(content)
    always.forEach(visit)
    for (const { branch, inside } of choices)
      if (reader.compiler.compile(branch, reader.way).accepts(value) === true) visit(inside)
  }

  function checkContent({ name, text: { pointer }, schema: described }: Content): void {
    const text = own(value, name)
    if (typeof text !== 'string') return
    const token = joinPointer('', name)
    const at = { ...place, pointer: place.pointer + token, location: place.location + token }
    const compiled = described && reader.compiler.compile(described, reader.way, place.assumed)
    const read = readJson(text, compiled)
    if (read.malformed !== undefined) into.violations.push(notJson(text, read.malformed, pointer, at))
    else if (compiled !== undefined) collect(into, validate(compiled, read), at)
  }
}

const nothing: Contents = { contents: [], always: [], choices: [] }

/** `known` has the schemas that were read or are being read, so that recursive schemas end. */
function contentsIn(reader: TextReader, schema: SchemaAt, known: Map<Pointer, Contents>): Contents {
  const { node, pointer } = schema
  if (!isObject(node)) return nothing
  const before = known.get(pointer)
  if (before !== undefined) return before
  known.set(pointer, nothing)
  const branches = (keyword: string): SchemaAt[] =>
    ownArray(node, keyword).map((one, index) => ({ node: one, pointer: joinPointer(pointer, keyword, index) }))
  const target = followed(reader, schema)
  const found: Contents = {
    contents: ownEntries(node, 'properties').flatMap(([name, property]) =>
      contentOf(reader, name, { node: property, pointer: joinPointer(pointer, 'properties', name) }),
    ),
    always: [...(target === schema ? [] : [target]), ...branches('allOf')]
      .map((one) => contentsIn(reader, one, known))
      .filter(isSome),
    choices: [...branches('anyOf'), ...branches('oneOf')]
      .map((branch) => ({ branch, inside: contentsIn(reader, branch, known) }))
      .filter(({ inside }) => isSome(inside)),
  }
  known.set(pointer, found)
  return found
}

function isSome({ contents, always, choices }: Contents): boolean {
  return contents.length + always.length + choices.length > 0
}

function contentOf(reader: TextReader, name: string, property: SchemaAt): Content[] {
  const text = followed(reader, property)
  const type = own(text.node, 'contentMediaType')
  if (typeof type !== 'string' || !isJsonType(type) || own(text.node, 'contentEncoding') !== undefined) return []
  const node = own(text.node, 'contentSchema')
  return [{ name, text, schema: node === undefined ? undefined : { node, pointer: `${text.pointer}/contentSchema` } }]
}

/** Follows `$ref`s to the schema that they lead to. */
function followed({ document }: TextReader, schema: SchemaAt): SchemaAt {
  let at = schema
  for (let steps = 0; steps < 20; steps++) {
    const ref = own(at.node, '$ref')
    const target = typeof ref === 'string' ? document.resolve(ref) : undefined
    if (target === undefined) return at
    at = target
  }
  return at
}
