import type { Finding } from '../../model/finding.ts'
import { byText } from '../../util/text.ts'
import { above, bareMessage, isOfOperation, memberOf, messageAlone } from './alike.ts'
import { groupBy } from './group-by.ts'
import { partsOfApi } from './path-clusters.ts'

/** A first run is to be read in two minutes: with more lines the same problem in several places is one line, too. */
const mostLines = 30

/**
 * The findings with the group of each that is listed with others as one: live findings of one rule, severity and state on
 * several members of one component, of one object, or of values for one part of a request. Where more than 30 lines are left,
 * findings with the same member and message, in whichever operation or component, are one line instead, and then those with the
 * same message alone: those that save most lines first.
 */
export function withGroups(findings: readonly Finding[]): readonly Finding[] {
  const changes = changeKeys(findings)
  const objects = findings.map((finding, at) => changes[at] ?? objectKey(finding))
  const chosen = [...objects]
  const lineOf = (at: number): unknown => chosen[at] ?? findings[at]
  let count = new Set(findings.flatMap((finding, at) => (isListed(finding) ? [lineOf(at)] : []))).size
  for (const keyOf of [placeKey, sentenceKey]) {
    const candidates = [...indexesBy(findings.map(keyOf))].map(([key, indexes]) => ({ key, indexes }))
    let members = indexesBy(findings.map((_, at) => lineOf(at)))
    // A line is gone when all of its members are in another.
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

/** FNV-1a of 32 bits from two offsets: a browser, where the page's script runs, has no synchronous hash of its own. */
function idOf(key: string): string {
  return [0x811c9dc5, 0x01000193]
    .map((offset) => {
      let hash = offset
      for (const character of key) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
      return (hash >>> 0).toString(16).padStart(8, '0')
    })
    .join('')
}

/** Accepted findings need no attention. */
function isListed({ kind, state }: Finding): boolean {
  return kind === 'drift' && state !== 'accepted' && state !== 'fixed'
}

/** So many parts of an API are read as a line each; a change of more parts than that is one line. */
const mostParts = 10

/**
 * Keys of the changes that are listed as one: the same change of several operations of one part of an API, and the same edit of several
 * schemas or of several members of one, whichever has more.
 */
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
  const of = ['object', ruleId, severity, state, direction]
  if (component !== undefined) return JSON.stringify([...of, component])
  if (pointer !== '')
    return JSON.stringify([...of, ...(status === undefined ? [operation, part] : [status]), above(pointer)])
  const isValue = direction === 'request' && /^(query|header|cookie|path|body) /.test(part)
  return isValue ? JSON.stringify([...of, operation, part]) : undefined
}

/** The same member and message anywhere; for a finding without a member, the same part and message. */
function placeKey(finding: Finding): string | undefined {
  const { ruleId, severity, state, site } = finding
  if (!isListed(finding)) return undefined
  const of = ['place', ruleId, severity, state, site.direction ?? '', bareMessage(finding)]
  return JSON.stringify(site.pointer === '' ? [...of, site.part ?? ''] : [...of, memberOf(site)])
}

/** The same message, of whichever member. */
function sentenceKey(finding: Finding): string | undefined {
  const { ruleId, severity, state, site } = finding
  const isMember = isListed(finding) && site.pointer !== ''
  return isMember
    ? JSON.stringify(['sentence', ruleId, severity, state, site.direction ?? '', bareMessage(finding)])
    : undefined
}
