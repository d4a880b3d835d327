import type { Document, Located } from '../model/document.ts'
import type { Json, Pointer } from '../model/json.ts'
import type { MediaType, Operation, Response } from '../model/operation.ts'
import { isObject, own } from '../util/json.ts'
import { joinPointer } from '../util/pointer.ts'
import { type Members, membersOf } from './members.ts'
import { isIdentifier, isWrapper, keyOf, nounsOfComponent } from './names.ts'
import { lastNounOf, withoutVerb } from './paths.ts'

/** A value in the responses of an operation that may identify a resource. */
export interface Yield {
  /** Pointer in the body, `*` for every index and every key of a map. */
  readonly at: Pointer
  /** The value is what stands for the last `*`: the key of a map. */
  readonly isKey: boolean
  /** Of the property; `''` for an item of a list, and for a key. */
  readonly name: string
  /** What the object that holds it is, likeliest first. */
  readonly nouns: readonly string[]
  /** The components that describe that object. */
  readonly components: readonly Pointer[]
  /** That object is what the operation lists, makes or returns, not a part of it. */
  readonly isPrimary: boolean
  readonly types: ReadonlySet<string>
}

/** Deeper members, and those after so many, identify something else. */
const deepest = 5
const most = 80

const memos = new WeakMap<Document, Map<string, readonly Yield[]>>()

/** The identifying values that the successful responses of an operation document, the outermost first. */
export function yieldsOf(document: Document, operation: Operation): readonly Yield[] {
  const noun = lastNounOf(withoutVerb(operation.path)?.path ?? operation.path)
  const bodies = successesOf(operation)
  const refs = bodies.map(({ schema }) => refOf(schema?.node))
  if (refs.includes(undefined)) return readYields(document, bodies, noun)
  // Many operations return the same component, or a list of it.
  const memo = memos.get(document) ?? new Map<string, readonly Yield[]>()
  memos.set(document, memo)
  const key = [noun, ...refs].join(' ')
  const known = memo.get(key) ?? readYields(document, bodies, noun)
  memo.set(key, known)
  return known
}

/** What a schema is that is a reference and nothing else, or a list of one. */
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
  // The list grows while it is read: the outermost first.
  for (const next of open) {
    if (found.length >= most) break
    enter(document, next, noun, found, open)
  }
  return found
}

/** The JSON bodies of documented successes; of `default` where no success is documented. */
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
  // What is below is not read any more.
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

/** What a schema has, sorted into what may identify something and what holds such values. */
interface Content {
  readonly items?: Located
  readonly values?: Located
  readonly components: readonly Pointer[]
  /** What these are called. */
  readonly named: readonly string[]
  /** The types, where it is such a value itself. */
  readonly isValue?: ReadonlySet<string>
  readonly leaves: readonly (Part & { readonly types: ReadonlySet<string> })[]
  readonly inner: readonly Inner[]
  /** `{ total: 2, things: […] }`: the only list of an object that identifies nothing itself is what it is about. */
  readonly onlyList?: string
}

interface Part {
  readonly name: string
  /** It with a slash before, escaped. */
  readonly token: Pointer
}

interface Inner extends Part {
  readonly schema: Located
  readonly key: string
  readonly isEnvelope: boolean
  /** The noun of what it holds, where it is no envelope. */
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
  // Plain values that are called neither `ids` nor `names` belong to the object: the members of a group are no groups.
  const isPlain = only?.child.items !== undefined && isLeaf(membersOf(document, only.child.items))
  const onlyList = isPlain && !isIdentifier(keyOf(only.name)) ? undefined : only?.name
  // Any member of any type: an object of unknown form rather than a map.
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

/** Whether it is a text or a number that is neither a choice, a fraction nor a moment. */
function isScalar({ types, format = '', isEnum }: Members): boolean {
  if (isEnum || noIdentifiers.test(format)) return false
  return types.size === 0 || ['string', 'integer', 'number'].some((type) => types.has(type))
}
