import type { Document } from '../model/document.ts'
import type { Pointer } from '../model/json.ts'
import type { Description, Operation, OperationKey } from '../model/operation.ts'
import { own, ownEntries, ownString } from '../util/json.ts'
import { add } from './index-by.ts'
import { membersOf } from './members.ts'
import { keyOf } from './names.ts'
import { collectionOf, lastNounOf, withoutVerb } from './paths.ts'
import { successesOf, type Yield, yieldsOf } from './yields.ts'

export interface Producer {
  readonly operation: Operation
  readonly how: 'list' | 'search' | 'create' | 'read'
  /** Path of the listed, searched or created resource, with singular segments. */
  readonly collection: string
  readonly noun: string
  readonly yields: readonly Yield[]
}

export interface LinkTo {
  readonly from: Operation
  readonly name: string
  readonly target: Operation
  /** Names of the link's parameters as written: `loanId` or `path.loanId`. */
  readonly parameters: readonly string[]
}

/** Operations that provide identifiers, indexed so that each need only meets matching ones. */
export interface Producers {
  readonly byOperation: ReadonlyMap<OperationKey, Producer>
  readonly byCollection: ReadonlyMap<string, readonly Producer[]>
  readonly byNoun: ReadonlyMap<string, readonly Producer[]>
  readonly byKey: ReadonlyMap<string, readonly Shown[]>
  readonly byComponent: ReadonlyMap<Pointer, readonly Shown[]>
  readonly links: ReadonlyMap<string, readonly LinkTo[]>
}

export interface Shown {
  readonly producer: Producer
  readonly shown: Yield
}

/** Reads the identifiers of every operation. `wanted`: the only names to index. */
export function producersOf({ document, operations }: Description, wanted: ReadonlySet<string>): Producers {
  const byOperation = new Map<OperationKey, Producer>()
  const byCollection = new Map<string, Producer[]>()
  const byNoun = new Map<string, Producer[]>()
  const byKey = new Map<string, Shown[]>()
  const byComponent = new Map<Pointer, Shown[]>()
  const names = wantedNames(wanted)
  for (const operation of operations) {
    // A deleted resource can't be used.
    if (operation.method === 'DELETE') continue
    const producer = producerOf(document, operation)
    byOperation.set(operation.key, producer)
    if (producer.how !== 'read') {
      add(byCollection, producer.collection, producer)
      add(byNoun, producer.noun, producer)
    }
    for (const shown of producer.yields) {
      const one = { producer, shown }
      for (const key of names.of(shown)) add(byKey, key, one)
      for (const component of shown.components) add(byComponent, component, one)
    }
  }
  return { byOperation, byCollection, byNoun, byKey, byComponent, links: linksOf(document, operations) }
}

/** Returns a function for a value's wanted names: the plain name, and the name with the object's noun. */
function wantedNames(wanted: ReadonlySet<string>): { of(one: Yield): readonly string[] } {
  const only = (name: string): string | undefined => (wanted.has(name) ? name : undefined)
  // Cached, because the same names and nouns repeat and concatenation dominates.
  const qualified = new Map<string, Map<string, string | undefined>>()
  const withNoun = (own: string, noun: string): string | undefined => {
    const known = qualified.get(own) ?? new Map<string, string | undefined>()
    qualified.set(own, known)
    if (!known.has(noun)) known.set(noun, own.startsWith(noun) ? undefined : only(`${noun}${own}`))
    return known.get(noun)
  }
  return {
    of({ name, nouns, isKey }) {
      const own = keyOf(name)
      const all = isKey || own === '' ? nouns.map(only) : [only(own), ...nouns.map((noun) => withNoun(own, noun))]
      return all.filter((key) => key !== undefined)
    },
  }
}

function producerOf(document: Document, operation: Operation): Producer {
  const { method, path } = operation
  const bare = withoutVerb(path)
  const base = bare?.path ?? path
  const yields = yieldsOf(document, operation)
  const isCollection = !base.endsWith('}') && !base.endsWith('}/')
  const how = ((): Producer['how'] => {
    if (!isCollection) return 'read'
    if (method === 'GET' || method === 'QUERY') return 'list'
    if (method === 'POST' && bare?.verb !== 'search')
      return isListing(document, operation, yields) ? 'search' : 'create'
    return method === 'POST' ? 'search' : 'read'
  })()
  return { operation, how, collection: collectionOf(base), noun: lastNounOf(base), yields }
}

/** The response must list the path's resource, and the request must not contain such objects. */
function isListing(document: Document, operation: Operation, yields: readonly Yield[]): boolean {
  const primary = yields.filter(({ isPrimary }) => isPrimary)
  const isCreated = operation.responses.some(({ status }) => status === '201')
  if (isCreated || primary.length === 0 || !primary.every(({ at }) => at.includes('/*'))) return false
  const schema = operation.requestBody?.content[0]?.schema
  const sent = schema && membersOf(document, schema)
  const all = [sent, sent?.items && membersOf(document, sent.items)].flatMap((one) => one?.components ?? [])
  return !primary.some(({ components }) => components.some((one) => all.includes(one))) && hasBody(operation)
}

function hasBody(operation: Operation): boolean {
  return successesOf(operation).length > 0
}

/** Returns the links of successful responses by target operation (OpenAPI 3.x §Link Object). */
function linksOf(document: Document, operations: readonly Operation[]): ReadonlyMap<string, readonly LinkTo[]> {
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]))
  const byPointer = new Map(operations.map((operation) => [operation.pointer, operation]))
  const links = new Map<string, LinkTo[]>()
  for (const from of operations) {
    for (const { status, pointer } of from.responses) {
      if (!status.startsWith('2') && status !== 'default') continue
      for (const [name, written] of ownEntries(document.at(pointer), 'links')) {
        const ref = own(written, '$ref')
        const link = typeof ref === 'string' ? document.resolve(ref)?.node : written
        const id = ownString(link, 'operationId')
        const operationRef = ownString(link, 'operationRef')
        const target = id !== '' ? byId.get(id) : byPointer.get(document.resolve(operationRef)?.pointer ?? '')
        if (target === undefined) continue
        const parameters = ownEntries(link, 'parameters').map(([parameter]) => parameter)
        add(links, target.key, { from, name, target, parameters })
      }
    }
  }
  return links
}
