import type { Finding } from '../../model/finding.ts'
import { byText } from '../../util/text.ts'
import { above, bareMessage, isOfOperation, memberOf, messageAlone } from './alike.ts'
import { partsOfApi } from './path-clusters.ts'

/** A first run is to be read in two minutes: with more lines the same problem in several places is one line, too. */
const mostLines = 30

/**
 * The findings with the group of each that is listed with others as one: live findings of one rule, severity and state on
 * several members of one component, of one object, or of values for one part of a request. Where more than 30 lines are left,
 * findings with the same member and message, in whichever operation or component, are one line before that: those that save
 * most lines first.
 */
export function withGroups(findings: readonly Finding[]): readonly Finding[] {
  const changes = changeKeys(findings)
  const objects = findings.map((finding, at) => changes[at] ?? objectKey(finding))
  const places = indexesBy(findings.map(placeKey))
  const chosen: (string | undefined)[] = findings.map(() => undefined)
  const lines = new Set(findings.flatMap((finding, at) => (isListed(finding) ? [objects[at] ?? finding] : [])))
  let count = lines.size
  const lineOf = (at: number): unknown => chosen[at] ?? objects[at] ?? findings[at]
  const all = indexesBy(objects)
  // A line of members is gone when all of them are in others.
  const saved = (indexes: readonly number[]): number => {
    const open = new Set(indexes.filter((at) => chosen[at] === undefined))
    const isGone = (line: unknown): boolean =>
      typeof line !== 'string' || (all.get(line) ?? []).every((at) => open.has(at) || chosen[at] !== undefined)
    return [...new Set([...open].map(lineOf))].filter(isGone).length - 1
  }
  const candidates = [...places].map(([key, indexes]) => ({ key, indexes, most: saved(indexes) }))
  for (const { key, indexes } of candidates.sort((a, b) => b.most - a.most || byText(a.key, b.key))) {
    if (count <= mostLines) break
    const gain = saved(indexes)
    if (gain < 1) continue
    for (const at of indexes) chosen[at] ??= key
    count -= gain
  }
  const sizes = indexesBy(findings.map((_, at) => chosen[at] ?? objects[at]))
  return findings.map(({ group: _, ...finding }, at) => {
    const key = chosen[at] ?? objects[at]
    return key === undefined || (sizes.get(key)?.length ?? 0) < 2 ? finding : { ...finding, group: idOf(key) }
  })
}

function indexesBy(keys: readonly (string | undefined)[]): ReadonlyMap<string, readonly number[]> {
  const indexes = new Map<string, number[]>()
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

/**
 * Keys of the changes that are listed as one: the same change of several operations of one part of an API, and the same edit of several
 * schemas or messages.
 */
function changeKeys(findings: readonly Finding[]): readonly (string | undefined)[] {
  const parts = partsOfApi(findings.map(({ site }) => site.operation?.split(' ')[1] ?? ''))
  return findings.map((finding, at) => {
    const { kind, ruleId, severity, state, impact = '', site } = finding
    if (kind !== 'contract' || state === 'accepted') return undefined
    const of = ['change', ruleId, severity, state, impact]
    return isOfOperation(site)
      ? JSON.stringify([...of, parts[at]])
      : JSON.stringify([...of, site.direction ?? '', messageAlone(finding), memberOf(site) ?? site.part ?? ''])
  })
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
