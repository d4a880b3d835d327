import type { Document, Located } from '../model/document.ts'
import type { Pointer } from '../model/json.ts'
import type { Operation, Parameter, ParameterLocation } from '../model/operation.ts'
import { joinPointer } from '../util/pointer.ts'
import { type Members, membersOf } from './members.ts'
import { isIdentifier, isWrapper, keyOf, nounBefore, singularOf, wordsOf } from './names.ts'
import { lastNounOf, type PathParameter, pathParametersOf, shapeOf } from './paths.ts'

/** A value of an operation that must identify an existing resource. */
export interface Need {
  /** Equal for equal values: `/loans/{}` for a path, otherwise operation and location. */
  readonly id: string
  readonly operation: string
  readonly in: Exclude<ParameterLocation, 'querystring'> | 'body'
  readonly name: string
  /** For bodies only. */
  readonly pointer?: Pointer
  readonly required: boolean
  /** `path loanId`, `query petId`, `body /owner/id`. */
  readonly location: string
  /** Noun of the identified resource: `pet`. */
  readonly noun: string
  /** The name without its noun: `id` for `petId`; `''` if the name is the noun. */
  readonly identifier: string
  /** For paths only: where the resource is listed and created. */
  readonly collection?: string
  readonly isList: boolean
  /** Only the name suggests a resource: a captured value is used after the first one was rejected as unknown. */
  readonly isGuess?: true
  readonly types: ReadonlySet<string>
}

/** Endings of identifiers outside of paths; other names can be arbitrary strings. */
const certain = new Set(['id', 'uuid', 'guid', 'uid', 'slug'])

/** Secrets and protocol headers, which don't identify API resources. */
const apart = /^(x?request|x?correlation|trace|span|idempotency|client|session|device|api|transaction)(id|uuid|key)$/

/** Pagination cursors, which only the API can issue. */
const cursors = /^(page|next|nextpage|continuation)?(token|cursor)$/

/** Returns the identifiers that an operation takes in path, other parameters and JSON body. `paths`: all paths of the description. */
export function needsOf(document: Document, operation: Operation, paths: ReadonlySet<string>): readonly Need[] {
  const path = pathParametersOf(operation.path).flatMap((one) => pathNeed(document, operation, one))
  const others = operation.parameters.flatMap((parameter) => parameterNeed(document, operation, parameter))
  const body = bodyNeeds(document, operation).filter(({ name }) => !isOwnId(operation, name, paths))
  const nouns = nounsOf(paths)
  return [...path, ...others, ...body, ...bulkNeed(document, operation)].map((need) => withoutRole(need, nouns))
}

const memo = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>()

function nounsOf(paths: ReadonlySet<string>): ReadonlySet<string> {
  const known = memo.get(paths)
  if (known !== undefined) return known
  const literals = [...paths].flatMap((path) => path.split('/').filter((part) => part !== '' && !part.includes('{')))
  const nouns = new Set(literals.map(keyOf))
  memo.set(paths, nouns)
  return nouns
}

/** Drops the word for the resource's role: `target` from `targetAccountId`. */
function withoutRole(need: Need, nouns: ReadonlySet<string>): Need {
  if (nouns.has(need.noun) || keyOf(wordsOf(need.name).slice(0, -1).join('')) !== need.noun) return need
  const words = wordsOf(need.name).slice(1, -1)
  const noun = words.map((_, index) => keyOf(words.slice(index).join(''))).find((one) => nouns.has(one))
  return noun === undefined ? need : { ...need, noun }
}

/** Properties in which bulk operations list what they change. */
const keyLists = new Set(['id', 'key', 'uuid', 'guid'])

/** Returns the need of a PATCH on a collection: a list of keys, or the identifier in each item. */
function bulkNeed(document: Document, { key, method, path, requestBody }: Operation): readonly Need[] {
  const schema = requestBody?.content.find(({ type }) => /json/i.test(type))?.schema
  if (method !== 'PATCH' || path.endsWith('}') || schema === undefined) return []
  const { properties, items } = membersOf(document, schema)
  const inside = items === undefined ? properties : membersOf(document, items).properties
  for (const [name, property] of inside) {
    const { items: item, types } = membersOf(document, property)
    const isList = items === undefined
    if (!keyLists.has(keyOf(name)) || isList !== (item !== undefined)) continue
    const pointer = joinPointer(isList ? '' : '/0', name)
    return [
      {
        ...{
          id: `${shapeOf(path)}/{}`,
          operation: key,
          in: 'body',
          name,
          pointer,
        },
        ...{ required: true, location: `body ${pointer}`, noun: lastNounOf(path), identifier: keyOf(name), isList },
        types: item === undefined ? types : membersOf(document, item).types,
      },
    ]
  }
  return []
}

/** Returns whether a creation defines this identifier itself: `groupId` in `POST /groups`, given `/groups/{groupId}`. */
function isOwnId({ method, path }: Operation, name: string, paths: ReadonlySet<string>): boolean {
  if (method !== 'POST' || !paths.has(`${path}/{${name}}`)) return false
  const end = new RegExp(`/${path.split('/').at(-1)?.replaceAll(/\W/g, '\\$&')}/\\{[^/]+\\}$`)
  // If another path also contains it, as in `/items/{itemId}` and `/carts/{cartId}/items/{itemId}`, it may be a reference.
  return ![...paths].some((other) => end.test(other) && other !== `${path}/{${name}}`)
}

function pathNeed(document: Document, { key, parameters }: Operation, one: PathParameter): readonly Need[] {
  const { name, shape, collection, noun } = one
  const parameter = parameters.find((each) => each.in === 'path' && each.name === name)
  const members = schemaOf(document, parameter)
  if (members?.types.has('boolean') === true) return []
  return [
    {
      ...{ id: shape, operation: key, in: 'path', name, required: true, location: `path ${name}`, collection },
      ...named(name, noun),
      isList: false,
      // The type of `id_or_slug` covers both.
      types: alternativesOf(name) === undefined ? (members?.types ?? new Set()) : new Set(),
    },
  ]
}

/** Returns the identifiers in a combined name: `id` and `slug` for `id_or_slug`. */
function alternativesOf(name: string): readonly string[] | undefined {
  const words = wordsOf(name)
  const all = words.filter((word) => word !== 'or')
  return all.length < words.length && all.every(isIdentifier) ? all : undefined
}

/** Splits a name into noun and identifier: `petId` contains both, `id` belongs to the surrounding noun. */
function named(name: string, around: string): Pick<Need, 'noun' | 'identifier'> {
  const [either] = alternativesOf(name) ?? []
  if (either !== undefined) return { noun: around, identifier: either }
  const key = keyOf(name)
  if (key === around) return { noun: around, identifier: '' }
  if (around !== '' && key.startsWith(around)) return { noun: around, identifier: key.slice(around.length) }
  const own = nounBefore(name)
  return own === undefined
    ? { noun: around, identifier: key }
    : { noun: own, identifier: singularOf(wordsOf(name).at(-1) ?? '') }
}

function parameterNeed(document: Document, operation: Operation, parameter: Parameter): readonly Need[] {
  const { in: location, name, required } = parameter
  const isKnown = isCertain(name) || (required && cursors.test(keyOf(name)))
  if (location === 'path' || location === 'querystring' || !isKnown) return []
  const members = schemaOf(document, parameter)
  const item = members?.items === undefined ? members : membersOf(document, members.items)
  if (item?.isEnum === true) return []
  return [
    {
      ...{ id: `${operation.key} ${location} ${name}`, operation: operation.key, in: location, name, required },
      location: `${location} ${name}`,
      ...named(name, lastNounOf(operation.path)),
      isList: members?.items !== undefined,
      types: item?.types ?? new Set(),
    },
  ]
}

/** Returns query and body strings named like a resource of the API: `project`, given `GET /projects`. */
export function guessesOf(document: Document, operation: Operation, paths: ReadonlySet<string>): readonly Need[] {
  return [...queryGuesses(document, operation), ...bodyGuesses(document, operation, nounsOf(paths))]
}

function bodyGuesses(document: Document, operation: Operation, nouns: ReadonlySet<string>): readonly Need[] {
  const schema = operation.requestBody?.content.find(({ type }) => /json/i.test(type))?.schema
  if (schema === undefined) return []
  const { properties, required } = membersOf(document, schema)
  return [...properties].flatMap(([name, property]): Need[] => {
    const { types, isEnum, format, items } = membersOf(document, property)
    const isText = types.has('string') && !isEnum && format === undefined && items === undefined
    if (!isText || isCertain(name) || !nouns.has(keyOf(name)) || keyOf(name) === lastNounOf(operation.path)) return []
    const pointer = joinPointer('', name)
    return [
      {
        ...{ id: `${operation.key} body ${pointer}`, operation: operation.key, in: 'body', name, pointer, types },
        ...{ location: `body ${pointer}`, required: required.has(name) },
        ...{ noun: keyOf(name), identifier: '', isList: false, isGuess: true },
      },
    ]
  })
}

function queryGuesses(document: Document, operation: Operation): readonly Need[] {
  return operation.parameters.flatMap((parameter): Need[] => {
    const { in: location, name, required } = parameter
    const members = schemaOf(document, parameter)
    if (location !== 'query' || isCertain(name) || members === undefined) return []
    const { types, isEnum, format, items } = members
    if (isEnum || format !== undefined || items !== undefined || !types.has('string')) return []
    return [
      {
        ...{ id: `${operation.key} query ${name}`, operation: operation.key, in: location, name, required, types },
        ...{ location: `query ${name}`, noun: keyOf(name), identifier: '', isList: false, isGuess: true },
      },
    ]
  })
}

function isCertain(name: string): boolean {
  return certain.has(singularOf(wordsOf(name).at(-1) ?? '')) && !apart.test(keyOf(name))
}

function schemaOf(document: Document, parameter: Parameter | undefined): Members | undefined {
  const schema = parameter?.schema ?? parameter?.content?.[0]?.schema
  return schema && membersOf(document, schema)
}

const deepest = 3

interface Level {
  readonly schema: Located
  readonly pointer: Pointer
  /** Noun of the enclosing property; `''` at the root. */
  readonly noun: string
  readonly required: boolean
}

/** Returns the identifiers in a JSON body, except for a top-level `id` of the resource itself. */
function bodyNeeds(document: Document, { key, requestBody }: Operation): readonly Need[] {
  const media = requestBody?.content.find(({ type }) => /json/i.test(type))
  if (media?.schema === undefined) return []
  const needs: Need[] = []
  const walk = ({ schema, pointer, noun, required }: Level, depth: number): void => {
    const { properties, required: names } = membersOf(document, schema)
    for (const [name, property] of properties) {
      const members = membersOf(document, property)
      const at = joinPointer(pointer, name)
      const isRequired = required && names.has(name)
      const item = members.items === undefined ? members : membersOf(document, members.items)
      if (item.properties.size > 0) {
        const inner = { pointer: at, noun: isWrapper(name) ? noun : keyOf(name), required: isRequired }
        if (members.items === undefined && depth < deepest) walk({ schema: property, ...inner }, depth + 1)
        continue
      }
      const what = named(name, noun)
      if (!isCertain(name) || item.isEnum || what.noun === '') continue
      needs.push({
        ...{ id: `${key} body ${at}`, operation: key, in: 'body', name, pointer: at, required: isRequired },
        ...{ location: `body ${at}`, ...what, isList: members.items !== undefined, types: item.types },
      })
    }
  }
  walk({ schema: media.schema, pointer: '', noun: '', required: true }, 1)
  return needs
}
