import type { Operation } from '../model/operation.ts'
import { singularOf, wordsOf } from './names.ts'
import { isEnding } from './order.ts'
import { isSearch } from './paths.ts'

/** Effect of a request on stored data. `changes-one`: changes the resource in its path; `changes-many`: changes a collection. */
export type Effect = 'reads' | 'adds' | 'changes-one' | 'changes-many'

/** Words of a last segment that say that something is changed, which `isEnding` does not know. */
const changing =
  /^(update|edit|modify|patch|set|put|change|replace|assign|unassign|attach|detach|link|unlink|enable|lock|unlock|suspend|resume|rotate|renew|refresh|regenerate|restore|rollback|revert|migrate|merge|move|rename|transfer|sync|import|upsert|clear|drop|invalidate|approve|activate|apply|deploy|publish|unpublish|restart|reload|delete|remove|destroy|purge|wipe|erase|reset|cancel|void|close|archive|refund|pay|charge|capture|ship|reboot|batch|bulk|graphql)$/

/**
 * Decides from the method and the path what an operation does; what is not sure to add something changes something.
 * `paths`: those of the whole description. `isMaking`: its response shows what another operation takes.
 */
export function effectOf(operation: Operation, paths: ReadonlySet<string>, isMaking: boolean): Effect {
  const { method, path, responses } = operation
  if (/^(GET|HEAD|OPTIONS|QUERY|TRACE)$/.test(method) || isSearch(operation)) return 'reads'
  const bare = path.replace(/\/$/, '')
  const isOne = bare.endsWith('}')
  if (method !== 'POST') return isOne ? 'changes-one' : 'changes-many'
  const isCollection = [...paths].some(
    (other) => other.startsWith(`${bare}/{`) && /^\/\{[^/]+\}\/?$/.test(other.slice(bare.length)),
  )
  if (isCollection) return 'adds'
  if (isOne) return 'changes-one'
  const isBelow = path.includes('{')
  const words = wordsOf(bare.split('/').at(-1) ?? '')
  const isChange = isEnding(operation) || words.some((word) => changing.test(word))
  if (isChange) return isBelow ? 'changes-one' : 'changes-many'
  // Below a resource a 201 counts for a plural noun only: some frameworks document it for every POST, actions too.
  const last = words.at(-1) ?? ''
  const isDocumented = isMaking || (singularOf(last) !== last && responses.some(({ status }) => status === '201'))
  return !isBelow || isDocumented ? 'adds' : 'changes-one'
}
