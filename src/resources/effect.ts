import type { Description, Operation } from '../model/operation.ts'
import { singularOf, wordsOf } from './names.ts'
import { isEnding } from './order.ts'
import { hasItems, isSearch, withoutVerb } from './paths.ts'

/** Effect of a request on stored data. `changes-one`: changes the resource in its path; `changes-many`: changes a collection. */
export type Effect = 'reads' | 'adds' | 'changes-one' | 'changes-many'

/** Additional words in a last segment that mean a change (see `isEnding`). */
const changing =
  /^(update|edit|modify|patch|set|put|change|replace|assign|unassign|attach|detach|link|unlink|enable|lock|unlock|suspend|resume|rotate|renew|refresh|regenerate|restore|rollback|revert|migrate|merge|move|rename|transfer|sync|import|upsert|clear|drop|invalidate|approve|activate|apply|deploy|publish|unpublish|restart|reload|delete|remove|destroy|purge|wipe|erase|reset|cancel|void|close|archive|refund|pay|charge|capture|ship|reboot|batch|bulk|graphql|kick|ban|block|mute|hangup|execute|exec|run|force|repair|initialize|init|reorder|provision|claim|save|write|sign|disconnect|unsubscribe|uninstall)$/

/** Words in a last segment of operations that compute a result without storing it. */
const computing =
  /^(validate|verify|check|test|preview|calculate|compute|estimate|convert|parse|render|format|translate|evaluate|analyze|analyse|explain|diff|compare|count|aggregate|predict|ping|echo|login|signin|authenticate|authorize|token|get|read|export|generate|detect|classify|encode|decode|embed|quote|simulate|suggest|resolve|score|hash|tokenize|detokenize|extract|transform|data|info|status|metadata)$/

/** Verbs of `GET` operations that aren't read-only, contrary to RFC 9110 §9.2.1. */
const acting =
  /^(delete|remove|destroy|purge|wipe|erase|truncate|drop|clear|reset|flush|revoke|terminate|kill|cancel|disable|deactivate|unsubscribe|shutdown|reboot)$/

/** Returns the word that shows that a safe method changes data: `"delete" in the path`. `query`: as sent. */
export function actingReadOf({ method, path, operationId = '' }: Operation, query = ''): string | undefined {
  if (!/^(GET|HEAD|OPTIONS|QUERY|TRACE)$/.test(method)) return undefined
  const [inPath = ''] = lastWords(path)
  if (acting.test(inPath)) return `"${inPath}" in the path`
  const [inId = ''] = wordsOf(operationId)
  if (acting.test(inId)) return `its operationId "${operationId}"`
  const value = [...new URLSearchParams(query).values()].find((one) => acting.test(wordsOf(one)[0] ?? ''))
  return value === undefined ? undefined : `"${value}" in the query`
}

/** Anything not certain to add a resource counts as a change. `isMaking`: the response identifies the created resource. */
export function effectOf(operation: Operation, description: Description, isMaking: boolean): Effect {
  const { method, path } = operation
  const bare = path.replace(/\/$/, '')
  const isOne = /\}\)?$/.test(bare)
  const isBelow = path.includes('{')
  if (/^(GET|HEAD|OPTIONS|QUERY|TRACE)$/.test(method) || isSearch(operation)) return 'reads'
  if (method !== 'POST') return isOne ? 'changes-one' : 'changes-many'
  if (hasItems(description, bare)) return 'adds'
  if (isOne) return 'changes-one'
  const isChange = isEnding(operation) || lastWords(path).some((word) => changing.test(word))
  if (!isChange && isAddition(operation, description, isMaking)) return 'adds'
  return isBelow ? 'changes-one' : 'changes-many'
}

/** Below a resource, 201 only counts for plural nouns, because some frameworks document it for actions. */
function isAddition({ path, responses }: Operation, { operations }: Description, isMaking: boolean): boolean {
  const words = lastWords(path)
  const last = words.at(-1) ?? ''
  const isPlural = singularOf(last) !== last
  const isCreated = responses.some(({ status }) => status === '201')
  if (isMaking || (isPlural && isCreated)) return true
  if (path.includes('{')) return false
  const isListed = operations.some((one) => one.method === 'GET' && one.path === path)
  const isKnown = [words[0] ?? '', last].some((word) => computing.test(word))
  return isCreated || isKnown || withoutVerb(path)?.verb === 'create' || (isPlural && (isListed || words.length === 1))
}

function lastWords(path: string): readonly string[] {
  return wordsOf(path.split('/').findLast((segment) => segment !== '' && !segment.includes('{')) ?? '')
}
