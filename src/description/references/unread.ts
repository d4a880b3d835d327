import type { Document } from '../../model/document.ts'
import type { Pointer } from '../../model/json.ts'
import type { Operation, UnreadPart } from '../../model/operation.ts'
import { ownEntries } from '../../util/json.ts'
import { fragmentToPointer, joinPointer, parentOf, pointerTokens } from '../../util/pointer.ts'
import { flawsOf, operationsOf, webhooksOf } from '../dialects/operations.ts'
import { externalFiles, mountPoint } from '../reading/parse.ts'
import { referencesOf } from './references.ts'

/** An unresolved `$ref` and the operation parts it hides. */
export interface UnreadReference {
  /** Pointer of the flaw. */
  readonly pointer: Pointer
  readonly hides: readonly UnreadPart[]
}

const memo = new WeakMap<Document, readonly UnreadReference[]>()

/** Returns every unresolved `$ref` with the operation parts that it hides. */
export function unreadReferences(document: Document): readonly UnreadReference[] {
  const known = memo.get(document)
  if (known !== undefined) return known
  const unread = flawsOf(document).filter(({ message }) => /^(not read|refused|skipped): \$ref /.test(message))
  const find = unread.length === 0 ? undefined : climber(document)
  const found = unread.map(({ pointer }) => {
    const holder = pointer.endsWith('/$ref') ? parentOf(pointer) : pointer
    return { pointer, hides: find?.(holder) ?? [] }
  })
  memo.set(document, found)
  return found
}

/** A location, and whether the path to it passes a schema. */
interface Step {
  readonly at: Pointer
  readonly inSchema: boolean
}

/** Returns a function that follows references backwards from a location to the operations using it. */
function climber(document: Document): (from: Pointer) => readonly UnreadPart[] {
  const users = usersOf(document)
  const operations = new Map<Pointer, Operation[]>()
  const items = new Map<Pointer, Operation[]>()
  for (const operation of [...operationsOf(document), ...webhooksOf(document)]) {
    push(operations, operation.pointer, operation)
    push(items, parentOf(operation.pointer), operation)
  }
  return (from) => {
    const found = new Map<string, UnreadPart>()
    const seen = new Set<string>()
    const open: Step[] = [{ at: from, inSchema: false }]
    for (let step = open.pop(); step !== undefined; step = open.pop()) {
      const tokens = pointerTokens(step.at)
      const inSchema = step.inSchema || tokens.some((token) => schemaTokens.has(token))
      if (seen.has(`${step.at} ${inSchema}`)) continue
      seen.add(`${step.at} ${inSchema}`)
      const report = (operation: string, within: readonly string[]): void => {
        found.set(`${operation} ${inSchema} ${within.join('/')}`, { operation, within, inSchema })
      }
      let owner: Pointer = ''
      let isOfOperation = false
      for (const [index, token] of tokens.entries()) {
        owner = joinPointer(owner, token)
        const within = tokens.slice(index + 1)
        for (const operation of operations.get(owner) ?? []) report(operation.key, within)
        isOfOperation ||=
          operations.has(owner) || (within.length > 0 && operations.has(joinPointer(owner, within[0] ?? '')))
        if (!isOfOperation) for (const operation of items.get(owner) ?? []) report(operation.key, within)
        for (const at of users.get(owner) ?? []) open.push({ at, inSchema })
      }
      if (tokens.length === 2 && (tokens[0] === 'paths' || tokens[0] === 'webhooks')) report(`* ${tokens[1]}`, [])
    }
    return [...found.values()]
  }
}

const schemaTokens = new Set(['schema', 'schemas', 'definitions', 'itemSchema'])

function usersOf(document: Document): ReadonlyMap<Pointer, Pointer[]> {
  const users = new Map<Pointer, Pointer[]>()
  const files = ownEntries(document.root, externalFiles).map(([path, root]) => [mountPoint(path), root] as const)
  for (const [mount, root] of [['', document.root] as const, ...files])
    for (const { ref, pointer } of referencesOf(root)) {
      const target = fragmentToPointer(ref) ?? document.resolve(ref)?.pointer
      if (target !== undefined) push(users, target, `${mount}${pointer}`)
    }
  return users
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
