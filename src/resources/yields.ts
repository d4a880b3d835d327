import type { Document, Located } from '../model/document.ts'
import type { Pointer } from '../model/json.ts'
import type { MediaType, Operation, Response } from '../model/operation.ts'
import { joinPointer } from '../util/pointer.ts'
import { type Members, membersOf } from './members.ts'
import { isWrapper, keyOf, nounsOfComponent } from './names.ts'
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

/** The identifying values that the successful responses of an operation document, the outermost first. */
export function yieldsOf(document: Document, operation: Operation): readonly Yield[] {
  const noun = lastNounOf(withoutVerb(operation.path)?.path ?? operation.path)
  const found: Yield[] = []
  const open: Level[] = successesOf(operation).flatMap(({ schema }) =>
    schema === undefined ? [] : [{ schema, at: '', nouns: [noun], isPrimary: true, depth: 0 }],
  )
  for (let next = open.shift(); next !== undefined && found.length < most; next = open.shift())
    open.push(...enter(document, next, noun, found))
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

function enter(document: Document, level: Level, noun: string, found: Yield[]): readonly Level[] {
  const { at, depth, isPrimary } = level
  const { items, values, components, leaves, inner, isValue, onlyList } = contentOf(document, level.schema)
  const named = components.length === 0 ? [] : components.flatMap(nounsOfComponent)
  const nouns = named.length === 0 ? level.nouns : [...new Set([...level.nouns, ...named])]
  const holder = { nouns, components, isPrimary }
  if (isValue !== undefined) {
    if (at.endsWith('/*')) found.push({ ...holder, at, isKey: false, name: '', types: isValue })
    return []
  }
  if (depth >= deepest) return []
  const below: Level[] = []
  const many = items ?? values
  if (many !== undefined) {
    if (items === undefined) found.push({ ...holder, at: `${at}/*`, isKey: true, name: '', types: texts })
    below.push({ schema: many, at: `${at}/*`, nouns, isPrimary, depth: depth + 1 })
  }
  for (const { name, types } of leaves) found.push({ ...holder, at: joinPointer(at, name), isKey: false, name, types })
  for (const { name, schema } of inner) {
    const key = keyOf(name)
    const isEnvelope = isWrapper(name)
    below.push({
      schema,
      at: joinPointer(at, name),
      nouns: isEnvelope ? nouns : [key],
      isPrimary: isPrimary && (isEnvelope || key === noun || name === onlyList),
      depth: depth + 1,
    })
  }
  return below
}

const texts: ReadonlySet<string> = new Set(['string'])

/** What a schema has, sorted into what may identify something and what holds such values. */
interface Content {
  readonly items?: Located
  readonly values?: Located
  readonly components: readonly Pointer[]
  /** The types, where it is such a value itself. */
  readonly isValue?: ReadonlySet<string>
  readonly leaves: readonly { readonly name: string; readonly types: ReadonlySet<string> }[]
  readonly inner: readonly { readonly name: string; readonly schema: Located }[]
  /** `{ total: 2, things: […] }`: the only list of an object that identifies nothing itself is what it is about. */
  readonly onlyList?: string
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
  if (isLeaf(members)) {
    return { components, leaves: [], inner: [], ...(isScalar(members) && { isValue: members.types }) }
  }
  const all = [...properties].map(([name, at]) => ({ name, schema: at, child: membersOf(document, at) }))
  const lists = all.filter(({ child }) => child.items !== undefined)
  const onlyList = lists.length === 1 && !all.some(({ name }) => keyOf(name) === 'id') ? lists[0]?.name : undefined
  return {
    components,
    leaves: all
      .filter(({ child }) => isLeaf(child) && isScalar(child))
      .map(({ name, child }) => ({ name, types: child.types })),
    inner: all.filter(({ child }) => !isLeaf(child)),
    ...(items !== undefined && { items }),
    ...(values !== undefined && properties.size === 0 && { values }),
    ...(onlyList !== undefined && { onlyList }),
  }
}

function isLeaf({ properties, items, values }: Members): boolean {
  return properties.size === 0 && items === undefined && values === undefined
}

const noIdentifiers = /^(date|date-time|time|duration|byte|binary|float|double|password|email)$/

/** Whether it is a text or a whole number that is neither a choice nor a moment. */
function isScalar({ types, format = '', isEnum }: Members): boolean {
  if (isEnum || noIdentifiers.test(format)) return false
  return types.size === 0 || types.has('string') || types.has('integer')
}
