import type { Document } from '../model/document.ts'
import type { Json, Pointer } from '../model/json.ts'
import type { Way } from '../schema/compiling/generated.ts'
import { byText } from '../util/text.ts'
import { createSchemaTypes } from './schema-type.ts'
import { typeName } from './type-name.ts'

/** The named types of a description; while they are gathered, a type holds marks where their names will be. */
export interface Components {
  /** The type of a schema, which adds what it refers to. */
  typeOf(node: Json, way: Way): string
  /** Puts the names where the marks are. */
  named(text: string): string
  /** `export type …` of everything named so far, sorted by name. */
  declarations(): string[]
}

/** One target of a `$ref` and its type each way, with marks. */
interface Component {
  readonly pointer: Pointer
  readonly types: Readonly<Record<Way, string>>
}

/** A mark is the way, whether it is the whole type, and the component's number, between two NULs. */
const marks = /\0(request|response)(=?)(\d+)\0/g

const targets = (text: string): number[] => Array.from(text.matchAll(marks), (match) => Number(match[3]))
const direct = (text: string): number[] =>
  Array.from(text.matchAll(marks), (match) => (match[2] === '=' ? Number(match[3]) : -1)).filter((id) => id >= 0)

/** Gathers the types that a description's schemas refer to; one that is the same both ways is declared once. */
export function gatherComponents(document: Document, reserved: readonly string[]): Components {
  const ids = new Map<Pointer, number>()
  const components: Component[] = []
  /** So many of them, from the first, have their types. */
  let complete = 0
  const maker = (way: Way) => createSchemaTypes(document, way, (pointer, isDirect) => refer(pointer, way, isDirect))
  const makers: Readonly<Record<Way, ReturnType<typeof maker>>> = {
    request: maker('request'),
    response: maker('response'),
  }
  const made = (node: Json, way: Way, isDirect = false): string => makers[way].typeOf(node, isDirect).text

  function typeOf(node: Json, way: Way): string {
    const text = made(node, way)
    // One after the other: a chain of references may be longer than a call stack is.
    for (let id = complete; id < components.length; id++) {
      const { pointer = '' } = components[id] ?? {}
      const target = document.at(pointer) ?? true
      const types = { request: made(target, 'request', true), response: made(target, 'response', true) }
      components[id] = { pointer, types }
    }
    complete = components.length
    return text
  }

  function refer(pointer: Pointer, way: Way, isDirect: boolean): string {
    const known = ids.get(pointer)
    const id = known ?? components.length
    if (known === undefined) {
      ids.set(pointer, id)
      components.push({ pointer, types: { request: '', response: '' } })
    }
    return `\0${way}${isDirect ? '=' : ''}${id}\0`
  }

  const used = new Set<string>()
  let names: ReadonlyMap<string, string> | undefined
  let reaches: ReturnType<typeof reachability> | undefined

  function named(text: string, owner?: number): string {
    const settled = names ?? namesOf(components, reserved)
    names = settled
    reaches ??= reachability(components)
    const doesReach = reaches
    return text.replace(marks, (_mark, way: Way, sign: string, digits: string) => {
      // A type that is nothing but itself says nothing, and the compiler refuses it.
      if (owner !== undefined && sign === '=' && doesReach(Number(digits), owner)) return 'unknown'
      const key = `${way}${digits}`
      used.add(key)
      return settled.get(key) ?? 'unknown'
    })
  }

  function declarations(): string[] {
    const declared = new Map<string, string>()
    // The set grows while it is walked: a type that is written down names further ones.
    for (const key of used) {
      const [, way, digits] = /^(request|response)(\d+)$/.exec(key) ?? []
      const type = components[Number(digits)]?.types[way === 'request' ? 'request' : 'response'] ?? 'unknown'
      declared.set(names?.get(key) ?? '', named(type, Number(digits)))
    }
    return [...declared].sort(([a], [b]) => byText(a, b)).map(([name, text]) => `export type ${name} = ${text}\n`)
  }

  return { typeOf, named, declarations }
}

/** Whether a type refers to another without an object or list between them. */
function reachability(components: readonly Component[]): (from: number, to: number) => boolean {
  const edges = components.map(({ types }) => [...new Set([...direct(types.request), ...direct(types.response)])])
  return (from, to) => {
    const seen = new Set([from])
    for (const id of seen) {
      if (id === to) return true
      for (const next of edges[id] ?? []) seen.add(next)
    }
    return false
  }
}

/** A name for each component and way: its own, and with `Request` behind it where requests differ. */
function namesOf(components: readonly Component[], reserved: readonly string[]): ReadonlyMap<string, string> {
  const differing = differingComponents(components)
  const taken = new Set(reserved)
  const names = new Map<string, string>()
  const free = (wanted: string): string => {
    let name = wanted
    for (let n = 2; taken.has(name); n++) name = `${wanted}${n}`
    taken.add(name)
    return name
  }
  const sorted = components.map(({ pointer }, id) => ({ pointer, id })).sort((a, b) => byText(a.pointer, b.pointer))
  for (const { pointer, id } of sorted) {
    const name = free(typeName(pointer))
    names.set(`response${id}`, name)
    names.set(`request${id}`, differing.has(id) ? free(`${name}Request`) : name)
  }
  return names
}

/** The components that are not the same both ways, by themselves or by what they refer to. */
function differingComponents(components: readonly Component[]): ReadonlySet<number> {
  const wayless = (text: string): string => text.replace(marks, '\0$3\0')
  const users = new Map<number, number[]>()
  const differing = new Set<number>()
  for (const [id, { types }] of components.entries()) {
    if (wayless(types.request) !== wayless(types.response)) differing.add(id)
    for (const target of targets(types.response)) (users.get(target) ?? users.set(target, []).get(target))?.push(id)
  }
  // The set grows while it is walked.
  for (const id of differing) for (const user of users.get(id) ?? []) differing.add(user)
  return differing
}
