import type { Finding } from '../../model/finding.ts'
import { byText } from '../../util/text.ts'
import { above, bareMessage, isOfOperation, memberOf, messageAlone } from './alike.ts'
import { groupBy } from './group-by.ts'
import { partsOfApi } from './path-clusters.ts'

/** Above this number of lines, findings with the same problem in different places are grouped as well. */
const mostLines = 30

/**
 * Groups live findings with the same rule, severity and state on one component, object or request part. Above 30 lines, also groups
 * by member and message, then by message. Groups that save the most lines come first.
 */
export function withGroups(findings: readonly Finding[]): readonly Finding[] {
  const changes = changeKeys(findings)
  const objects = findings.map((finding, at) => changes[at] ?? objectKey(finding))
  const chosen = [...objects]
  const lineOf = (at: number): unknown => chosen[at] ?? findings[at]
  let count = new Set(findings.flatMap((finding, at) => (isListed(finding) ? [lineOf(at)] : []))).size
  for (const keyOf of [memberKey, messageKey]) {
    const candidates = [...indexesBy(findings.map(keyOf))].map(([key, indexes]) => ({ key, indexes }))
    let members = indexesBy(findings.map((_, at) => lineOf(at)))
    // A line disappears only if all its findings move to another group.
    const saved = (indexes: readonly number[]): number => {
      const own = new Set(indexes)
      const isGone = (line: unknown): boolean => (members.get(line) ?? []).every((at) => own.has(at))
      return [...new Set(indexes.map(lineOf))].filter(isGone).length - 1
    }
    const sorted = candidates.map((one) => ({ ...one, most: saved(one.indexes) }))
    for (const { key, indexes } of sorted.sort((a, b) => b.most - a.most || byText(a.key, b.key))) {
      if (count <= mostLines) break
      const gain = saved(indexes)
      if (gain < 1) continue
      for (const at of indexes) chosen[at] = key
      members = indexesBy(findings.map((_, at) => lineOf(at)))
      count -= gain
    }
  }
  const sizes = indexesBy(chosen)
  return findings.map(({ group: _, ...finding }, at) => {
    const key = chosen[at]
    return key === undefined || (sizes.get(key)?.length ?? 0) < 2 ? finding : { ...finding, group: idOf(key) }
  })
}

function indexesBy<K>(keys: readonly (K | undefined)[]): ReadonlyMap<K, readonly number[]> {
  const indexes = new Map<K, number[]>()
  for (const [at, key] of keys.entries()) {
    if (key === undefined) continue
    const known = indexes.get(key)
    if (known === undefined) indexes.set(key, [at])
    else known.push(at)
  }
  return indexes
}

/** Computes two 32-bit FNV-1a hashes. The page's script runs in a browser, which has no synchronous hash function. */
function idOf(key: string): string {
  return [0x811c9dc5, 0x01000193]
    .map((offset) => {
      let hash = offset
      for (const character of key) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
      return (hash >>> 0).toString(16).padStart(8, '0')
    })
    .join('')
}

function isListed({ kind, state }: Finding): boolean {
  return kind === 'drift' && state !== 'accepted' && state !== 'fixed'
}

/** A change that affects more parts of an API than this is listed as one line; otherwise each part gets its own. */
const mostParts = 10

/** Returns the larger group per change: the same change in one part of the API, or the same edit of schemas or members. */
function changeKeys(findings: readonly Finding[]): readonly (string | undefined)[] {
  const paths = partsOfApi(findings.map(({ site }) => site.operation?.split(' ')[1] ?? ''))
  const kinds = findings.map((finding) => {
    const { kind, ruleId, severity, state, impact = '' } = finding
    return kind === 'contract' && state !== 'accepted' ? ['change', ruleId, severity, state, impact] : undefined
  })
  const ofKinds = groupBy(findings.keys(), (at) => JSON.stringify(kinds[at]))
  const wide = new Set<number>()
  for (const indexes of ofKinds.values())
    if (new Set(indexes.map((at) => paths[at])).size > mostParts) for (const at of indexes) wide.add(at)
  const keys = findings.map((finding, at): readonly string[] => {
    const { site } = finding
    const kind = kinds[at]
    if (kind === undefined) return []
    if (isOfOperation(site)) return [JSON.stringify([...kind, wide.has(at) ? messageAlone(finding) : paths[at]])]
    const same = [...kind, site.direction ?? '', messageAlone(finding)]
    const { component, operation = '', part = '', pointer } = site
    return [
      JSON.stringify([...same, 'member', memberOf(site) ?? part]),
      JSON.stringify([...same, 'object', component ?? `${operation} ${part}`, above(pointer)]),
    ]
  })
  const sizes = groupBy(keys.flat(), (key) => key)
  const sizeOf = (key: string) => sizes.get(key)?.length ?? 0
  return keys.map((some) => some.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0])
}

function objectKey(finding: Finding): string | undefined {
  const { ruleId, severity, state, site } = finding
  const { component, status, operation = '', direction = '', part = '', pointer } = site
  if (!isListed(finding)) return undefined
  const keyParts = ['object', ruleId, severity, state, direction]
  if (component !== undefined) return JSON.stringify([...keyParts, component])
  if (pointer !== '')
    return JSON.stringify([...keyParts, ...(status === undefined ? [operation, part] : [status]), above(pointer)])
  const isValue = direction === 'request' && /^(query|header|cookie|path|body) /.test(part)
  return isValue ? JSON.stringify([...keyParts, operation, part]) : undefined
}

/** Returns a key of member and message, or of part and message for a finding without a member. Independent of the operation. */
function memberKey(finding: Finding): string | undefined {
  const { ruleId, severity, state, site } = finding
  if (!isListed(finding)) return undefined
  const keyParts = ['place', ruleId, severity, state, site.direction ?? '', bareMessage(finding)]
  return JSON.stringify(site.pointer === '' ? [...keyParts, site.part ?? ''] : [...keyParts, memberOf(site)])
}

/** Returns a key of the message, independent of the member. */
function messageKey(finding: Finding): string | undefined {
  const { ruleId, severity, state, site } = finding
  const isMember = isListed(finding) && site.pointer !== ''
  return isMember
    ? JSON.stringify(['sentence', ruleId, severity, state, site.direction ?? '', bareMessage(finding)])
    : undefined
}
