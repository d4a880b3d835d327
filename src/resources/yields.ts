import type { Document, Located } from '../model/document.ts'
import type { Json, Pointer } from '../model/json.ts'
import type { MediaType, Operation, Response } from '../model/operation.ts'
import { isObject, own } from '../util/json.ts'
import { joinPointer } from '../util/pointer.ts'
import { type Members, membersOf } from './members.ts'
import { isIdentifier, isWrapper, keyOf, nounsOfComponent } from './names.ts'
import { lastNounOf, withoutVerb } from './paths.ts'

/** A response value that may identify a resource. */
export interface Yield {
  /** Pointer in the body, with `*` for every index and map key. */
  readonly at: Pointer
  /** The value is the map key at the last `*`. */
  readonly isKey: boolean
  /** Property name; `''` for a list item or map key. */
  readonly name: string
  /** Nouns of the containing object, likeliest first. */
  readonly nouns: readonly string[]
  readonly components: readonly Pointer[]
  /** The object is the listed, created or returned resource rather than a nested part. */
  readonly isPrimary: boolean
  readonly types: ReadonlySet<string>
}

/** Maximum depth and number; further values identify other things. */
const deepest = 5
const most = 80

const memos = new WeakMap<Document, Map<string, readonly Yield[]>>()

/** Returns the identifying values in the documented successful responses of an operation, outermost first. */
export function yieldsOf(document: Document, operation: Operation): readonly Yield[] {
  const noun = lastNounOf(withoutVerb(operation.path)?.path ?? operation.path)
  const bodies = successesOf(operation)
  const refs = bodies.map(({ schema }) => refOf(schema?.node))
  if (refs.includes(undefined)) return readYields(document, bodies, noun)
  // Operations often return the same component or a list of it.
  const memo = memos.get(document) ?? new Map<string, readonly Yield[]>()
  memos.set(document, memo)
  const key = [noun, ...refs].join(' ')
  const known = memo.get(key) ?? readYields(document, bodies, noun)
  memo.set(key, known)
  return known
}

function refOf(node: Json | undefined): string | undefined {
  const ref = own(node, '$ref')
  if (typeof ref === 'string') return Object.keys(node ?? {}).length === 1 ? ref : undefined
  const item = own(node, 'type') === 'array' ? own(own(node, 'items'), '$ref') : undefined
  return typeof item === 'string' && Object.keys(node ?? {}).length === 2 ? `${item}[]` : undefined
}

function readYields(document: Document, bodies: readonly MediaType[], noun: string): readonly Yield[] {
  const found: Yield[] = []
  const open: Level[] = bodies.flatMap(({ schema }) =>
    schema === undefined ? [] : [{ schema, at: '', nouns: [noun], isPrimary: true, depth: 0 }],
  )
  // Breadth first: the list grows while iterating.
  for (const next of open) {
    if (found.length >= most) break
    enter(document, next, noun, found, open)
  }
  return found
}

/** Returns the JSON bodies of documented successes, or else of `default`. */
export function successesOf({ responses }: Operation): readonly MediaType[] {
  const documented = responses.filter(({ status }) => status.startsWith('2'))
  const all: readonly Response[] =
    documented.length > 0 ? documented : responses.filter(({ status }) => status === 'default')
  return all.flatMap(({ content }) => content.filter(({ type }) => /json|^\*\/\*|^application\/\*/i.test(type)))
}

interface Level {
  readonly schema: Located
  readonly at: Pointer
  readonly nouns: readonly string[]
  readonly isPrimary: boolean
  readonly depth: number
}

function enter(document: Document, level: Level, noun: string, found: Yield[], open: Level[]): void {
  const { at, depth, isPrimary } = level
  const { items, values, components, named, leaves, inner, isValue, onlyList } = contentOf(document, level.schema)
  const nouns = named.length === 0 ? level.nouns : [...new Set([...level.nouns, ...named])]
  if (isValue !== undefined) {
    if (at.endsWith('/*')) found.push({ nouns, components, isPrimary, at, isKey: false, name: '', types: isValue })
    return
  }
  if (depth >= deepest) return
  const many = items ?? values
  if (many !== undefined) {
    const each = `${at}/*`
    if (items === undefined) found.push({ nouns, components, isPrimary, at: each, isKey: true, name: '', types: texts })
    open.push({ schema: many, at: each, nouns, isPrimary, depth: depth + 1 })
  }
  for (const { name, token, types } of leaves)
    found.push({ nouns, components, isPrimary, at: at + token, isKey: false, name, types })
  // Deeper values are no longer read.
  if (found.length >= most) return
  for (const { name, token, key, isEnvelope, ownNouns, schema } of inner) {
    open.push({
      schema,
      at: at + token,
      nouns: isEnvelope ? nouns : ownNouns,
      isPrimary: isPrimary && (isEnvelope || key === noun || name === onlyList),
      depth: depth + 1,
    })
  }
}

const texts: ReadonlySet<string> = new Set(['string'])

interface Content {
  readonly items?: Located
  readonly values?: Located
  readonly components: readonly Pointer[]
  /** Names of the containing object. */
  readonly named: readonly string[]
  /** Types, if the schema is a plain value. */
  readonly isValue?: ReadonlySet<string>
  readonly leaves: readonly (Part & { readonly types: ReadonlySet<string> })[]
  readonly inner: readonly Inner[]
  /** The only list of an object without own identifiers, which is its main content: `{ total: 2, things: […] }`. */
  readonly onlyList?: string
}

interface Part {
  readonly name: string
  /** Escaped name with leading slash. */
  readonly token: Pointer
}

interface Inner extends Part {
  readonly schema: Located
  readonly key: string
  readonly isEnvelope: boolean
  /** Noun of the content, unless it is an envelope. */
  readonly ownNouns: readonly string[]
}

const contents = new WeakMap<Members, Content>()

function contentOf(document: Document, schema: Located): Content {
  const members = membersOf(document, schema)
  const known = contents.get(members)
  if (known !== undefined) return known
  const read = readContent(document, members)
  contents.set(members, read)
  return read
}

function readContent(document: Document, members: Members): Content {
  const { properties, items, values, components } = members
  const named = components.flatMap(nounsOfComponent)
  if (isLeaf(members)) {
    return { components, named, leaves: [], inner: [], ...(isScalar(members) && { isValue: members.types }) }
  }
  const all = [...properties].map(([name, at]) => ({ name, schema: at, child: membersOf(document, at) }))
  const lists = all.filter(({ child }) => child.items !== undefined)
  const [only] = lists.length === 1 && !all.some(({ name }) => keyOf(name) === 'id') ? lists : []
  // Plain values that aren't named like identifiers belong to the object: members of a group aren't groups.
  const isPlain = only?.child.items !== undefined && isLeaf(membersOf(document, only.child.items))
  const onlyList = isPlain && !isIdentifier(keyOf(only.name)) ? undefined : only?.name
  // An object of unknown form rather than a map.
  const isMap = isObject(values?.node) && Object.keys(values.node).length > 0 && properties.size === 0
  return {
    ...{ components, named },
    leaves: all
      .filter(({ child }) => isLeaf(child) && isScalar(child))
      .map(({ name, child }) => ({ name, token: joinPointer('', name), types: child.types })),
    inner: all.filter(({ child }) => !isLeaf(child)).map(innerOf),
    ...(items !== undefined && { items }),
    ...(values !== undefined && isMap && { values }),
    ...(onlyList !== undefined && { onlyList }),
  }
}

function innerOf({ name, schema }: Pick<Inner, 'name' | 'schema'>): Inner {
  const key = keyOf(name)
  return { name, schema, key, ownNouns: [key], token: joinPointer('', name), isEnvelope: isWrapper(name) }
}

function isLeaf({ properties, items, values }: Members): boolean {
  return properties.size === 0 && items === undefined && values === undefined
}

const noIdentifiers = /^(date|date-time|time|duration|byte|binary|float|double|password|email)$/

/** Returns whether a value is a string or number, but no enum, fraction or timestamp. */
function isScalar({ types, format = '', isEnum }: Members): boolean {
  if (isEnum || noIdentifiers.test(format)) return false
  return types.size === 0 || ['string', 'integer', 'number'].some((type) => types.has(type))
}
